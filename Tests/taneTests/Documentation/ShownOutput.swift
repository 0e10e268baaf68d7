/// Lines of output as a page shows them, where `…` on a line of its own stands for any that are left out.
struct ShownOutput {
  static let ellipsis = "…"

  let lines: [String]

  /// Whether an output is what is shown, when lines are compared by what `alike` makes of them.
  func matches(_ real: [String], alike: (String) -> String = { $0 }) -> Bool {
    Self.matches(lines.map(alike)[...], real.map(alike)[...])
  }

  private static func matches(_ shown: ArraySlice<String>, _ real: ArraySlice<String>) -> Bool {
    guard let line = shown.first else { return real.isEmpty }
    let rest = shown.dropFirst()
    if line == ellipsis {
      return (real.startIndex...real.endIndex).contains { matches(rest, real[$0...]) }
    }
    return real.first == line && matches(rest, real.dropFirst())
  }

  /// What to show of a new output: as much as was shown of the old one, at the same places.
  ///
  /// Lines before the first `…` stay as many, and so do those after the last; others are found again by
  /// the shape of the first one that says something. An output that only varies stays as it was.
  func updated(to real: [String], alike: (String) -> String) -> [String] {
    guard !matches(real, alike: alike) else { return lines }
    let parts = lines.split(separator: Self.ellipsis, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return real }
    let new = parts.enumerated().map { index, part in
      if index == 0 { return Array(real.prefix(part.count)) }
      if index == parts.count - 1 { return Array(real.suffix(part.count)) }
      return Self.part(like: part, of: real) ?? Array(part)
    }
    return Array(new.joined(separator: [Self.ellipsis]))
  }

  private static func part(like old: ArraySlice<String>, of real: [String]) -> [String]? {
    guard let anchor = old.firstIndex(where: { !$0.isEmpty }) else { return nil }
    let shape = shape(of: old[anchor])
    guard let found = real.firstIndex(where: { self.shape(of: $0) == shape }) else { return nil }
    return Array(real[max(0, found - (anchor - old.startIndex))...].prefix(old.count))
  }

  /// A line with a single sign in the place of each number.
  static func shape(of line: String) -> String {
    line.replacing(/\d[\d,.:]*/, with: "0")
  }
}
