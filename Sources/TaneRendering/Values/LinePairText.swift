import TaneCore

/// Two different texts of several lines: the lines that differ, and how many above and below do not.
///
/// ```
/// = 2 lines above
/// - "定休日は水曜\n"
/// + "定休日は木曜\n"
/// = 5 lines below
/// ```
package struct LinePairText {
  /// The lines that are shown of either side; the rest is counted.
  private static let shownLines = 12

  package let lines: [SideLine]

  /// Compares two texts; nil where they are better shown on one line each.
  package init?(_ old: String, _ new: String, width: Int) {
    guard Self.isLong(old, width) || Self.isLong(new, width) else { return nil }
    let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
    guard oldLines.count > 1 || newLines.count > 1 else { return nil }
    let above = zip(oldLines, newLines).prefix { Self.areSame($0, $1) }.count
    let rest = min(oldLines.count, newLines.count) - above
    let below = zip(oldLines.reversed(), newLines.reversed()).prefix(rest)
      .prefix { Self.areSame($0, $1) }.count
    let changedOld = oldLines[above..<(oldLines.count - below)]
    let changedNew = newLines[above..<(newLines.count - below)]
    lines =
      Self.same(above, "above") + Self.sides(changedOld, changedNew, width)
      + Self.same(below, "below")
  }

  private static func isLong(_ text: String, _ width: Int) -> Bool {
    text.utf8.contains(UInt8(ascii: "\n")) && DisplayWidth.of(VisibleText.quoted(text)) > width
  }

  /// The lines of a text, each with its end.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n"))
      let next = end.map { text.utf8.index(after: $0) } ?? text.endIndex
      lines.append(text[start..<next])
      start = next
    }
    return lines
  }

  private static func areSame(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  private static func sides(
    _ old: ArraySlice<Substring>,
    _ new: ArraySlice<Substring>,
    _ width: Int
  ) -> [SideLine] {
    if let oldLine = old.first, let newLine = new.first, old.count == 1, new.count == 1 {
      let pair = StringPairText(String(oldLine), String(newLine), width: width)
      return [SideLine(.old, pair.old), SideLine(.new, pair.new)]
    }
    return some(of: old, .old, width) + some(of: new, .new, width)
  }

  private static func some(
    of lines: ArraySlice<Substring>,
    _ sign: SideLine.Sign,
    _ width: Int
  ) -> [SideLine] {
    let shown = lines.prefix(shownLines).map { line in
      SideLine(sign, ValueText.shortened(VisibleText.quoted(line), to: width))
    }
    let left = lines.count - shown.count
    return shown + (left > 0 ? [SideLine(sign, "… \(counted(left, "more line"))")] : [])
  }

  private static func same(_ count: Int, _ place: String) -> [SideLine] {
    count == 0 ? [] : [SideLine(.same, "\(counted(count, "line")) \(place)")]
  }
}
