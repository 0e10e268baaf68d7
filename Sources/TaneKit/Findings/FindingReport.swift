import SystemPackage
package import TaneCore
package import TaneProject
import TaneRendering

/// The findings of all checks in a run, for reporters to render.
package struct FindingReport: Sendable {
  /// The result of one check.
  package struct Check: Sendable {
    /// The name of the check or of the checked data, such as `shops:/shops as [Shop]`.
    package let name: String
    /// The findings, ordered by position.
    package var findings: [Diagnostic]
    /// The reason the check was skipped, as a clause, or nil if it was performed.
    package var skipped: String?

    package init(name: String, findings: [Diagnostic], skipped: String? = nil) {
      (self.name, self.findings, self.skipped) = (name, findings, skipped)
    }
  }

  /// The command and its environment, such as `tane validate local`.
  package let title: String
  /// The absolute path of the folder that file names in findings are relative to.
  package let root: String
  /// The path of that folder in the repository, ending in a slash, or empty if the folder is the
  /// repository's root.
  package let pathInRepository: String
  /// The checks with their findings.
  package var checks: [Check]
  /// The amount of checked data, such as `1,475 values and 30 objects in 34 files`.
  package let extent: String
  /// The skipped checks and the reasons, as clauses.
  package let notChecked: [String]
  /// The nodes that types were checked against.
  package var nodes: [CheckedData.Node] = []
  /// The number of files that were read.
  package var fileCount = 0
  /// The number of findings omitted because they are in the baseline.
  package var baselinedCount = 0

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

  /// Returns the path of a file relative to the root of the repository.
  package func fileInRepository(_ file: String) -> String {
    file.hasPrefix("/") ? file : pathInRepository + file
  }

  /// All findings, ordered by position.
  package var findings: [Diagnostic] { checks.flatMap(\.findings).sorted() }
}

extension FindingReport {
  /// The numbers of errors and warnings, such as `3 errors and 1 warning`.
  package var counts: String { DiagnosticText.counts(of: findings) }

  /// Returns the number of nodes that match the pattern of a group.
  ///
  /// Returns nil if the number is unknown or smaller than the number of findings.
  func population(of group: FindingGroup) -> Int? {
    group.pattern?.population(in: nodes).flatMap { $0 < group.findings.count ? nil : $0 }
  }

  /// A sentence with the checked data and the numbers of findings.
  var sentence: String {
    let known = baselinedCount > 0 ? ", \(baselinedCount.grouped) known from the baseline" : ""
    return "Checked \(extent): \(counts)\(known)."
  }
}

extension Project {
  /// The project's path in its repository, ending in a slash, or empty if the project is the root
  /// or is not in a repository.
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
