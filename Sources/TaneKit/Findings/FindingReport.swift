import SystemPackage
package import TaneCore
package import TaneProject
import TaneRendering

/// The findings of all checks of a run; every reporter renders this value.
package struct FindingReport: Sendable {
  /// The result of one check.
  package struct Check: Sendable {
    /// The subject of the check: `shops:/shops as [Shop]`, or the fixtures themselves.
    package let name: String
    /// The findings, ordered by position.
    package var findings: [Diagnostic]
    /// The reason the check was skipped, as a clause, or nil if it was performed.
    package var skipped: String?

    package init(name: String, findings: [Diagnostic], skipped: String? = nil) {
      (self.name, self.findings, self.skipped) = (name, findings, skipped)
    }
  }

  /// The command and its environment: `tane validate local`.
  package let title: String
  /// The absolute path of the folder that file names are relative to.
  package let root: String
  /// The folder's path from the root of the repository, ending in a slash, or empty if it is the
  /// root.
  package let pathInRepository: String
  /// The checks with their findings.
  package var checks: [Check]
  /// The amount of checked data: `1,475 values and 30 objects in 34 files`.
  package let extent: String
  /// The parts that were not checked, each with its reason as a clause.
  package let notChecked: [String]
  /// The nodes that types were checked against.
  package var nodes: [CheckedData.Node] = []
  /// The number of files that were read.
  package var fileCount = 0
  /// The number of findings that the report omits because they are in the baseline.
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

  /// The absolute path of the repository's root, ending in a slash.
  package var repositoryRoot: String { String("\(root)/".dropLast(pathInRepository.utf8.count)) }

  /// Returns the path of a file from the root of the repository.
  package func fileInRepository(_ file: String) -> String {
    file.hasPrefix("/") ? file : pathInRepository + file
  }

  /// All findings, ordered by position.
  package var findings: [Diagnostic] { checks.flatMap(\.findings).sorted() }
}

extension FindingReport {
  /// The numbers of errors and warnings: `3 errors and 1 warning`.
  package var counts: String { DiagnosticText.counts(of: findings) }

  /// Returns the number of all nodes that match the pattern of a group.
  ///
  /// Returns nil if the number is unknown, or if nodes have several findings each.
  func population(of group: FindingGroup) -> Int? {
    group.pattern?.population(in: nodes).flatMap { $0 < group.findings.count ? nil : $0 }
  }

  /// The result of the checks, as a sentence.
  var sentence: String {
    let known = knownCount > 0 ? ", \(knownCount.grouped) known from the baseline" : ""
    return "Checked \(extent): \(counts)\(known)."
  }
}

extension Project {
  /// The project's path from the root of its repository, ending in a slash, or empty if the project
  /// is the root or is in no repository.
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
