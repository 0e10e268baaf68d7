import TaneCore

/// Two different strings, one above the other: what they share is left out and counted where it is
/// long, and what a reader could not tell apart is spelled out.
///
/// ```
/// "… 120 characters …営業は10時から… 33 characters …"
/// "… 120 characters …営業は11時から… 33 characters …"
/// ```
package struct StringPairText {
  package let old: String
  package let new: String

  /// The columns of shared text that are shown on either side of the difference.
  private static let context = 12
  /// The fewest columns that are worth leaving out.
  private static let shortestOmission = 28

  private let detail: VisibleText.Detail

  package init(_ old: String, _ new: String, width: Int) {
    detail = Self.detail(for: old, new)
    let full = (VisibleText.quoted(old, .invisible), VisibleText.quoted(new, .invisible))
    if detail == .invisible, DisplayWidth.of(full.0) <= width, DisplayWidth.of(full.1) <= width {
      (self.old, self.new) = full
      return
    }
    let shared = SharedText(old, new, atCharacters: detail == .invisible)
    self.old = Self.render(shared.old, detail, width)
    self.new = Self.render(shared.new, detail, width)
  }

  /// The least detail in which the two can be told apart.
  private static func detail(for old: String, _ new: String) -> VisibleText.Detail {
    for detail in [VisibleText.Detail.invisible, .marks] {
      let (old, new) = (VisibleText.escaped(old, detail), VisibleText.escaped(new, detail))
      if !Lookalikes.areAlike(old, new) { return detail }
    }
    return .everything
  }

  private static func render(
    _ text: SharedText.Side,
    _ detail: VisibleText.Detail,
    _ width: Int
  ) -> String {
    let middle = VisibleText.escaped(text.middle, detail)
    var (start, end) = (VisibleText.escaped(text.start), VisibleText.escaped(text.end))
    let full = "\"\(start)\(middle)\(end)\""
    guard DisplayWidth.of(full) > width else { return full }
    (start, end) = (shortenedStart(start), shortenedEnd(end))
    let taken = DisplayWidth.of(start) + DisplayWidth.of(end) + 2
    return "\"\(start)\(ValueText.shortened(middle, to: max(24, width - taken)))\(end)\""
  }

  private static func shortenedStart(_ text: String) -> String {
    guard DisplayWidth.of(text) > context + shortestOmission else { return text }
    let kept = DisplayWidth.suffix(of: text, columns: context)
    return "… \(counted(text.count - kept.count, "character")) …\(kept)"
  }

  private static func shortenedEnd(_ text: String) -> String {
    guard DisplayWidth.of(text) > context + shortestOmission else { return text }
    let kept = DisplayWidth.prefix(of: text, columns: context)
    return "\(kept)… \(counted(text.count - kept.count, "character")) …"
  }
}

/// Two texts taken apart into what they begin and end with alike, and what differs between.
package struct SharedText {
  package struct Side {
    let start: Substring
    let middle: Substring
    let end: Substring
  }

  package let old: Side
  package let new: Side

  /// Takes two texts apart; at characters, or else at Unicode scalars.
  package init(_ old: String, _ new: String, atCharacters: Bool) {
    var (start, end) = Self.sharedBytes(old, new)
    while !Self.isBoundary(start, old, atCharacters) || !Self.isBoundary(start, new, atCharacters) {
      start -= 1
    }
    while !Self.isBoundary(old.utf8.count - end, old, atCharacters)
      || !Self.isBoundary(new.utf8.count - end, new, atCharacters)
    {
      end -= 1
    }
    self.old = Self.side(of: old, start, end)
    self.new = Self.side(of: new, start, end)
  }

  private static func sharedBytes(_ old: String, _ new: String) -> (start: Int, end: Int) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return (start, end)
  }

  private static func isBoundary(_ offset: Int, _ text: String, _ atCharacters: Bool) -> Bool {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return atCharacters
      ? String.Index(index, within: text) != nil
      : index.samePosition(in: text.unicodeScalars) != nil
  }

  private static func side(of text: String, _ start: Int, _ end: Int) -> Side {
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    let last = text.utf8.index(text.endIndex, offsetBy: -end)
    return Side(start: text[..<first], middle: text[first..<last], end: text[last...])
  }
}
