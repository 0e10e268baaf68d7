import SystemPackage
package import TaneCore
package import TaneProject

/// The findings of all checks of a run; every reporter renders this value.
package struct FindingReport: Sendable {
  /// One thing that was checked.
  package struct Check: Sendable {
    /// The subject of the check: `shops:/shops as [Shop]`, or the fixtures themselves.
    package let name: String
    /// The findings, ordered by position.
    package var findings: [Diagnostic]
    /// The reason nothing was checked, as a clause; nil if the check was made.
    package var skipped: String?

    package init(name: String, findings: [Diagnostic], skipped: String? = nil) {
      (self.name, self.findings, self.skipped) = (name, findings, skipped)
    }
  }

  /// The command and its environment: `tane validate local`.
  package let title: String
  /// The folder that the names of files are relative to, as an absolute path.
  package let root: String
  /// The folder's path from the root of the repository, ending in a slash; empty where it is that root.
  package let pathInRepository: String
  /// What was checked, each with what was found.
  package var checks: [Check]
  /// How much was looked at: `1,475 values and 30 objects in 34 files`.
  package let extent: String
  /// What was not looked at and why, one clause each.
  package let notChecked: [String]
  /// The nodes that types were checked against.
  package var nodes: [CheckedData.Node] = []
  /// The number of files that were read.
  package var fileCount = 0
  /// The number of findings that a baseline knows, which are left out.
  package var knownCount = 0

  package init(
    title: String,
    of project: Project,
    checks: [Check],
    extent: String,
    notChecked: [String],
    nodes: [CheckedData.Node] = [],
    fileCount: Int = 0
  ) {
    self.title = title
    root = project.root.string
    pathInRepository = project.pathInRepository
    self.checks = checks
    self.extent = extent
    self.notChecked = notChecked
    self.nodes = nodes
    self.fileCount = fileCount
  }

  /// The root of the repository as an absolute path that ends in a slash.
  package var repositoryRoot: String { String("\(root)/".dropLast(pathInRepository.utf8.count)) }

  /// The name of a file as services know it that show a repository.
  package func fileInRepository(_ file: String) -> String {
    file.hasPrefix("/") ? file : pathInRepository + file
  }

  /// All findings, by place.
  package var findings: [Diagnostic] { checks.flatMap(\.findings).sorted() }
}

extension Project {
  /// The project's path from the root of the repository that holds it, ending in a slash; empty where the
  /// project is that root, or lies in none.
  fileprivate var pathInRepository: String {
    var (folder, names) = (root, [String]())
    while (try? files.kind(of: folder.appending(".git"))) == nil {
      guard let name = folder.lastComponent else { return "" }
      names.insert(name.string, at: 0)
      folder.removeLastComponent()
    }
    return names.map { "\($0)/" }.joined()
  }
}
