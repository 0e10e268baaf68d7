/// Two strings, each split into a shared start, a differing middle and a shared end.
package struct SharedText {
  package struct Side {
    let start: Substring
    let middle: Substring
    let end: Substring
  }

  package let old: Side
  package let new: Side

  /// Splits two strings between characters or between Unicode scalars.
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
