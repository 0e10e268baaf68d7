/// Functions that remove the progress lines that `tane` prints without a terminal during steps of
/// more than ten seconds, such as `reading local: 2 of 6, 33 %` or `planning, 11 s`.
enum ProgressLines {
  /// Returns output lines without progress lines.
  static func left(out lines: [String]) -> [String] {
    lines.filter { $0.wholeMatch(of: /[a-z][^,]*, ([0-9]+ (s|min)\b|[0-9]+ %).*/) == nil }
  }

  /// Returns output without progress lines.
  static func left(out text: String) -> String {
    left(out: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      .joined(separator: "\n")
  }
}
