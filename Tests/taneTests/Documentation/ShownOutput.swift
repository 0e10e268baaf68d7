/// Lines of output on a page, where a line `…` stands for any number of omitted lines.
struct ShownOutput {
  static let ellipsis = "…"

  let lines: [String]

  /// Returns true if an output matches the shown lines after `alike` has normalized each line.
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

  /// Returns the lines to show for a new output: as many as before, at the same positions.
  ///
  /// The numbers of lines before the first `…` and after the last one do not change; other lines
  /// are found by the shape of their first line that is not empty. The shown lines are kept if they
  /// still match.
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

  /// Returns a line with the same digit in place of each number.
  static func shape(of line: String) -> String {
    line.replacing(/\d[\d,.:]*/, with: "0")
  }
}
