import TaneCore

/// What a check found: the one value that every reporter is a rendering of.
struct FindingReport: Sendable {
  /// One thing that was checked.
  struct Check: Sendable {
    /// What was checked: `shops:/shops as [Shop]`, or the fixtures themselves.
    let name: String
    /// What was found, by place.
    var findings: [Diagnostic]
    /// Why nothing was checked, a clause; nil where something was.
    var skipped: String?
  }

  /// The command and its environment: `tane validate local`.
  let title: String
  /// The folder that the names of files are relative to, as an absolute path.
  let root: String
  /// The folder's path from the root of the repository, ending in a slash; empty where it is that root.
  var pathInRepository = ""
  /// What was checked, each with what was found.
  var checks: [Check]
  /// How much was looked at: `1,475 values and 30 objects in 34 files`.
  let extent: String
  /// What was not looked at and why, one clause each.
  let notChecked: [String]
  /// The nodes that types were checked against.
  var nodes: [CheckedData.Node] = []
  /// The number of files that were read.
  var fileCount = 0
  /// The number of findings that a baseline knows, which are left out.
  var knownCount = 0

  /// The root of the repository as an absolute path that ends in a slash.
  var repositoryRoot: String { String("\(root)/".dropLast(pathInRepository.utf8.count)) }

  /// The name of a file as services know it that show a repository.
  func fileInRepository(_ file: String) -> String {
    file.hasPrefix("/") ? file : pathInRepository + file
  }

  /// All findings, by place.
  var findings: [Diagnostic] { checks.flatMap(\.findings).sorted() }

  /// The numbers in words: `3 errors and 1 warning`.
  var counts: String { DiagnosticText.counts(of: findings) }

  /// The number of nodes where those of a group stand; nil where that is not known.
  func population(of group: FindingGroup) -> Int? { group.pattern?.population(in: nodes) }

  /// What came of the check, in one sentence.
  var sentence: String {
    let known = knownCount > 0 ? ", \(knownCount.grouped) known from the baseline" : ""
    return "Checked \(extent): \(counts)\(known)."
  }
}
