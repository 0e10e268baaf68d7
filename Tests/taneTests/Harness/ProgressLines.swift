/// What `tane` says every ten seconds of a step where there is no terminal, as a machine with much to do makes it:
/// `reading local: 2 of 6, 33 %`, `planning, 11 s`.
enum ProgressLines {
  /// The lines of an output that say something else.
  static func left(out lines: [String]) -> [String] {
    lines.filter { $0.wholeMatch(of: /[a-z][^,]*, ([0-9]+ (s|min)\b|[0-9]+ %).*/) == nil }
  }

  /// An output without lines of progress.
  static func left(out text: String) -> String {
    left(out: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      .joined(separator: "\n")
  }
}
