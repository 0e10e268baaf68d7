import TaneCore
import TaneKit

/// Where the lines of files can be seen.
struct FindingLinks {
  /// The repository on GitHub as of the commit that is checked, ending in a slash; nil elsewhere.
  private let repository: String?

  /// Takes what a job of GitHub Actions says of itself; elsewhere lines are those of the files of this machine.
  init(variables: [String: String]) {
    let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].compactMap {
      variables[$0].flatMap { $0.isEmpty ? nil : $0 }
    }
    let isWeb = parts.first?.hasPrefix("https://") ?? false
    repository = parts.count == 3 && isWeb ? "\(parts[0])/\(parts[1])/blob/\(parts[2])/" : nil
  }

  /// The URL of a line.
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
