import TaneCore

/// Links to the lines of files.
struct FindingLinks {
  /// The URL of the checked commit's files on GitHub, ending in a slash, or nil outside of GitHub
  /// Actions.
  private let repository: String?

  /// Reads the variables of a job on GitHub Actions; without them, links refer to local files.
  init(variables: [String: String]) {
    let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].compactMap {
      variables[$0].flatMap { $0.isEmpty ? nil : $0 }
    }
    let isWeb = parts.first?.hasPrefix("https://") ?? false
    repository = parts.count == 3 && isWeb ? "\(parts[0])/\(parts[1])/blob/\(parts[2])/" : nil
  }

  /// Returns the URL of a line.
  func url(of position: SourcePosition, in report: FindingReport) -> String {
    let line = position.line > 0 ? "#L\(position.line)" : ""
    if let repository, !position.file.hasPrefix("/") {
      return repository + PercentEncoding.encodeURLPath(report.fileInRepository(position.file))
        + line
    }
    let file = position.file.hasPrefix("/") ? position.file : "\(report.root)/\(position.file)"
    return "file://\(PercentEncoding.encodeURLPath(file))\(line)"
  }
}
