import TaneCore

/// A rendering of two multiline strings: the differing lines, and the numbers of equal lines above,
/// between and below them.
///
/// ```
/// = 2 lines above
/// - "定休日は水曜\n"
/// + "定休日は木曜\n"
/// = 1 line between
/// + "電話は03\n"
/// = 5 lines below
/// ```
package struct LinePairText {
  /// The maximum number of lines shown per side; further lines are counted.
  private static let maximumShownLines = 12

  package private(set) var lines: [SideLine] = []
  private let width: Int
  private let marksWords: Bool
  /// The number of additional lines of the old side that may be shown.
  private var remainingOldLines = Self.maximumShownLines
  private var remainingNewLines = Self.maximumShownLines
  private var hiddenOld = 0
  private var hiddenNew = 0

  /// Compares two strings; returns nil if rendering each on one line is more readable.
  package init?(_ old: String, _ new: String, width: Int, marksWords: Bool = false) {
    guard Self.isLong(old, width) || Self.isLong(new, width) else { return nil }
    let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
    guard oldLines.count > 1 || newLines.count > 1 else { return nil }
    (self.width, self.marksWords) = (width, marksWords)
    compare(oldLines, newLines)
  }

  /// Adds the differing lines, aligned by a longest common subsequence.
  private mutating func compare(_ old: [Substring], _ new: [Substring]) {
    var numbers = StringInterner()
    let partners = ListAlignment.orderedPartners(
      from: old.map { numbers.number(of: $0) },
      to: new.map { numbers.number(of: $0) }
    )
    var (oldStart, newStart, same) = (0, 0, 0)
    for (index, partner) in partners.enumerated() where partner >= 0 {
      if partner > oldStart || index > newStart {
        add(old[oldStart..<partner], new[newStart..<index], behind: same)
        same = 0
      }
      (oldStart, newStart, same) = (partner + 1, index + 1, same + 1)
    }
    if oldStart < old.count || newStart < new.count {
      add(old[oldStart...], new[newStart...], behind: same)
      same = 0
    }
    addHidden()
    add(same: same, "below")
  }

  /// Adds differing lines that follow equal ones, or counts them if the maximum is reached.
  private mutating func add(
    _ old: ArraySlice<Substring>,
    _ new: ArraySlice<Substring>,
    behind same: Int
  ) {
    let shownOld = old.prefix(remainingOldLines)
    let shownNew = new.prefix(remainingNewLines)
    if !shownOld.isEmpty || !shownNew.isEmpty {
      add(same: same, lines.isEmpty ? "above" : "between")
    }
    let pairs = zip(shownOld, shownNew).map { old, new in
      StringPairText(String(old), String(new), width: width, marksWords: marksWords)
    }
    lines += pairs.map { SideLine(.old, $0.old) }
    lines += shownOld.dropFirst(pairs.count).map { SideLine(.old, whole($0)) }
    lines += pairs.map { SideLine(.new, $0.new) }
    lines += shownNew.dropFirst(pairs.count).map { SideLine(.new, whole($0)) }
    remainingOldLines -= shownOld.count
    remainingNewLines -= shownNew.count
    hiddenOld += old.count - shownOld.count
    hiddenNew += new.count - shownNew.count
  }

  private func whole(_ line: Substring) -> String {
    ValueText.shortened(VisibleText.quoted(line), to: width)
  }

  private mutating func addHidden() {
    for (sign, count) in [(SideLine.Sign.old, hiddenOld), (.new, hiddenNew)] where count > 0 {
      lines.append(SideLine(sign, "… \(counted(count, "more line"))".localized))
    }
  }

  private mutating func add(same count: Int, _ place: String) {
    if count > 0 { lines.append(SideLine(.same, "\(counted(count, "line")) \(place)".localized)) }
  }

  private static func isLong(_ text: String, _ width: Int) -> Bool {
    text.utf8.contains(UInt8(ascii: "\n")) && DisplayWidth.of(VisibleText.quoted(text)) > width
  }

  /// Splits a string into lines, including their line breaks.
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
}
