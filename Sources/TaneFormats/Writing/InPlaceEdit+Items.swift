import TaneCore

extension InPlaceEdit {
  /// The entries of a map or the elements of a list in a text.
  struct Items {
    let node: YAMLOutline.Node
    /// The ranges of the items; that of an element of a block list begins at its dash.
    let ranges: [Range<Int>]
    /// For each item, true if it stays in its place.
    let isKept: [Bool]
    /// The white space before an item that begins a line.
    let indentation: String
    /// A Boolean value indicating whether each item begins a line, as does a closing bracket.
    let areOnLines: Bool
    /// A Boolean value indicating whether the items are separated by blank lines.
    let areSpaced: Bool
    /// The index of the first character of each item's own comments, or of the item's line.
    fileprivate let starts: [Int]
    private let endOfLines: [Int]

    init(
      node: YAMLOutline.Node,
      ranges: [Range<Int>],
      isKept: [Bool],
      in edit: borrowing InPlaceEdit
    ) {
      (self.node, self.ranges, self.isKept) = (node, ranges, isKept)
      let first = ranges[0].lowerBound
      indentation =
        edit.isFirstOnLine(first)
        ? String(decoding: edit.text[edit.startOfLine(at: first)..<first], as: UTF8.self)
        : node.isFlow ? "" : String(repeating: " ", count: edit.column(of: first))
      areOnLines =
        ranges.allSatisfy { edit.isFirstOnLine($0.lowerBound) }
        && (!node.isFlow || edit.isFirstOnLine(node.end - 1))
      areSpaced =
        ranges.count > 1 && edit.hasBlankLine(in: ranges[0].upperBound..<ranges[1].lowerBound)
      let lines = ranges.map { edit.startOfLine(at: $0.lowerBound) }
      let comments = ranges.indices.map { index in
        edit.startOfComments(
          above: lines[index],
          notBefore: index > 0 ? ranges[index - 1].upperBound : 0
        )
      }
      // The comment above the first item describes all of them, unless others have comments, too.
      let hasComments = zip(comments, lines).dropFirst().contains { $0 < $1 }
      starts = [hasComments ? comments[0] : lines[0]] + comments.dropFirst()
      endOfLines = ranges.map { edit.endOfLine(at: $0.upperBound) }
    }

    /// Returns the range to move for an item: in a block list on lines, the lines of the item and
    /// of its comments, without the last line break.
    func movedRange(of index: Int) -> Range<Int> {
      areOnLines && !node.isFlow ? starts[index]..<endOfLines[index] : ranges[index]
    }
  }

  /// Removes the items that are not kept, and adds others.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - moved: The indices of removed items whose comments are removed as well.
  ///   - added: The texts of new items by the index of the kept item that they follow, or -1.
  mutating func arrange(
    _ items: Items,
    removing moved: Set<Int> = [],
    adding added: [Int: [String]]
  ) {
    if items.node.isFlow {
      arrangeFlow(items, adding: added)
    } else {
      arrangeBlock(items, removing: moved, adding: added)
    }
  }

  // MARK: Block

  private mutating func arrangeBlock(
    _ items: Items,
    removing moved: Set<Int>,
    adding added: [Int: [String]]
  ) {
    guard let first = items.isKept.firstIndex(of: true) else { return }
    let firstStart = items.ranges[first].lowerBound
    // The first item may be on the line of a dash.
    let isInline = !isFirstOnLine(items.ranges[0].lowerBound)
    if isInline, first > 0 { replace(items.ranges[0].lowerBound..<firstStart, with: "") }
    for index in items.ranges.indices where !items.isKept[index] {
      if isInline, index < first { continue }
      replace(removedRange(of: index, in: items, withComments: moved.contains(index)), with: "")
    }
    let gap = items.areSpaced ? "\n\n" : "\n"
    for (index, texts) in added {
      let text = texts.joined(separator: gap)
      if index >= 0 {
        let end = endOfLine(at: items.ranges[index].upperBound)
        replace(end..<end, with: gap + text)
      } else if isInline {
        let lines = String(text.trimmingPrefix(while: { $0 == " " }))
        replace(firstStart..<firstStart, with: lines + gap + items.indentation)
      } else {
        let start = items.starts[first]
        replace(start..<start, with: text + gap)
      }
    }
  }

  /// Returns the lines of an item, with a blank line above or below it that would be superfluous.
  private func removedRange(
    of index: Int,
    in items: Items,
    withComments: Bool
  ) -> Range<Int> {
    let item = items.ranges[index]
    let start = withComments ? items.starts[index] : startOfLine(at: item.lowerBound)
    let end = startOfNextLine(after: item.upperBound)
    let above = startOfLine(at: max(start - 1, 0))..<start
    let below = end..<startOfNextLine(after: end)
    if !above.isEmpty, isBlank(above), isBlank(below) { return above.lowerBound..<end }
    let isFirst = index == 0 && items.areSpaced && isBlank(below)
    return isFirst ? start..<below.upperBound : start..<end
  }

  // MARK: Flow

  private mutating func arrangeFlow(_ items: Items, adding added: [Int: [String]]) {
    guard let last = items.isKept.lastIndex(of: true) else { return }
    let commas = items.ranges.indices.map { comma(after: $0, in: items) }
    let hasTrailingComma = commas.last.flatMap { $0 } != nil
    for index in items.ranges.indices where !items.isKept[index] {
      let item = items.ranges[index]
      if items.areOnLines {
        let end = startOfNextLine(after: commas[index] ?? item.upperBound)
        replace(startOfLine(at: item.lowerBound)..<end, with: "")
      } else if index < last {
        replace(item.lowerBound..<items.ranges[index + 1].lowerBound, with: "")
      } else {
        replace(items.ranges[index - 1].upperBound..<item.upperBound, with: "")
      }
    }
    let separator = items.areOnLines ? ",\n" + items.indentation : ", "
    for (index, texts) in added {
      let text = texts.joined(separator: separator)
      if index < 0 {
        let start = items.ranges[items.isKept.firstIndex(of: true) ?? 0].lowerBound
        replace(start..<start, with: text + separator)
      } else if items.areOnLines {
        let isLast = index == last && !hasTrailingComma
        insertLines(text, after: index, comma: commas[index], isLast: isLast, in: items)
      } else {
        let end = items.ranges[index].upperBound
        replace(end..<end, with: separator + text)
      }
    }
    let isLastRemoved = items.areOnLines && last < items.ranges.count - 1
    if isLastRemoved, !hasTrailingComma, added[last] == nil, let comma = commas[last] {
      replace(comma..<(comma + 1), with: "")
    }
  }

  /// Inserts items on lines of their own after an item and its comment.
  private mutating func insertLines(
    _ text: String,
    after index: Int,
    comma: Int?,
    isLast: Bool,
    in items: Items
  ) {
    let end = items.ranges[index].upperBound
    if comma == nil { replace(end..<end, with: ",") }
    let line = endOfLine(at: comma ?? end)
    replace(line..<line, with: "\n" + items.indentation + text + (isLast ? "" : ","))
  }

  /// Returns the index of the comma after an item in flow style, or nil if none follows.
  private func comma(after index: Int, in items: Items) -> Int? {
    let isLast = index == items.ranges.count - 1
    let end = isLast ? items.node.end - 1 : items.ranges[index + 1].lowerBound
    var place = items.ranges[index].upperBound
    while place < end, text[place] != UInt8(ascii: ",") {
      place = text[place] == UInt8(ascii: "#") ? endOfLine(at: place) : place + 1
    }
    return place < end ? place : nil
  }

  // MARK: Positions

  func startOfLine(at place: Int) -> Int {
    let line = lineFeedCount(before: place)
    return line > 0 ? lineFeeds[line - 1] + 1 : 0
  }

  /// Returns the index of the line break after an index, or the length of the text.
  func endOfLine(at place: Int) -> Int {
    let line = lineFeedCount(before: place)
    guard line < lineFeeds.count else { return text.count }
    let end = lineFeeds[line]
    return end > place && text[end - 1] == 0x0D ? end - 1 : end
  }

  /// Returns the start of the line after an index, or the length of the text.
  private func startOfNextLine(after place: Int) -> Int {
    let line = lineFeedCount(before: place)
    return line < lineFeeds.count ? lineFeeds[line] + 1 : text.count
  }

  private func lineFeedCount(before place: Int) -> Int {
    var (low, high) = (0, lineFeeds.count)
    while low < high {
      let middle = (low + high) / 2
      if lineFeeds[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func column(of place: Int) -> Int {
    String(decoding: text[startOfLine(at: place)..<place], as: UTF8.self).unicodeScalars.count
  }

  func isFirstOnLine(_ place: Int) -> Bool { isBlank(startOfLine(at: place)..<place) }

  private func isBlank(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  fileprivate func hasBlankLine(in range: Range<Int>) -> Bool {
    text[range].split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().dropLast()
      .contains { $0.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
  }

  /// Returns the start of the comment lines directly above a line, or the start of the line.
  fileprivate func startOfComments(above line: Int, notBefore limit: Int) -> Int {
    var start = line
    while start > limit {
      let above = startOfLine(at: start - 1)
      let content = text[above..<start].drop { $0 == 0x20 || $0 == 0x09 }
      guard above >= limit, content.first == UInt8(ascii: "#") else { break }
      start = above
    }
    return start
  }
}
