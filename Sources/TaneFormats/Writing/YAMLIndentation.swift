/// A pass that indents nested lists and maps of YAML text by two spaces.
struct YAMLIndentation {
  private struct Line {
    let start: Int
    let end: Int
    /// The column of the first character, or nil if the line is empty.
    let column: Int?
    let isComment: Bool
    /// The new column of the line, or nil if no node begins the line.
    var target: Int?
  }

  private let text: [UInt8]
  private var lines: [Line] = []
  /// The ranges of spaces after dashes, each of which is reduced to one space.
  private var gaps: [Range<Int>] = []
  private var isLayoutSupported = true

  /// Returns the indented text, or nil if its layout is not supported.
  static func indented(_ text: [UInt8]) -> [UInt8]? {
    guard let root = YAMLOutline.root(of: text), !text.contains(0x09) else { return nil }
    var indentation = YAMLIndentation(text)
    // The root, or a tag of the root on its own line, begins in the first column.
    indentation.setTargetColumn(
      ofLine: indentation.lineIndex(of: root.start),
      to: 0,
      ifFirstNodeIsAt: root.start
    )
    indentation.visit(root, at: indentation.columnOfRoot(root))
    return indentation.isLayoutSupported ? indentation.result : nil
  }

  private init(_ text: [UInt8]) {
    self.text = text
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let first = text[start..<end].firstIndex { $0 != 0x20 }
      lines.append(
        Line(
          start: start,
          end: end,
          column: first.map { $0 - start },
          isComment: first.map { text[$0] == UInt8(ascii: "#") } ?? false
        )
      )
      start = end + 1
    }
  }

  /// Returns the column of the root's children, which may be indented below a tag on its own line.
  private func columnOfRoot(_ root: YAMLOutline.Node) -> Int {
    guard let first = root.children.first else { return 0 }
    let (line, place) = (lineIndex(of: first.start), lineIndex(of: root.start))
    return line > place && (lines[line].column ?? 0) > 0 ? 2 : 0
  }

  // MARK: Nodes

  private mutating func visit(_ node: YAMLOutline.Node, at column: Int) {
    guard !node.isFlow else { return }
    switch node.content {
    case .scalar, .alias: break
    case .map(let entries): for entry in entries { visit(entry, at: column) }
    case .list(let elements): for element in elements { visitElement(element, at: column) }
    }
  }

  private mutating func visit(_ entry: YAMLOutline.Entry, at column: Int) {
    let line = lineIndex(of: entry.key.start)
    let isLong = text[lines[line].start..<entry.key.start].contains(UInt8(ascii: "?"))
    guard !isLong, entry.key.start < entry.key.end || entry.value.start < entry.value.end else {
      return isLayoutSupported = false
    }
    setTargetColumn(ofLine: line, to: column, ifFirstNodeIsAt: entry.key.start)
    visitValue(entry.value, after: line, at: column + 2)
  }

  /// Visits the value of an entry, and moves the value to a column if it begins on its own line.
  private mutating func visitValue(_ node: YAMLOutline.Node, after line: Int, at column: Int) {
    if node.start < node.end, lineIndex(of: node.start) > line {
      setTargetColumn(ofLine: lineIndex(of: node.start), to: column, ifFirstNodeIsAt: node.start)
    }
    visit(node, at: column)
  }

  private mutating func visitElement(_ element: YAMLOutline.Node, at column: Int) {
    var dash = element.start - 1
    while dash >= 0, text[dash] == 0x20 { dash -= 1 }
    guard dash >= 0, text[dash] == UInt8(ascii: "-") else { return isLayoutSupported = false }
    setTargetColumn(ofLine: lineIndex(of: dash), to: column, ifFirstNodeIsAt: dash)
    if element.start < element.end { gaps.append(dash + 1..<element.start) }
    visit(element, at: column + 2)
  }

  /// Sets the new column of a line if a node is the first on it.
  private mutating func setTargetColumn(
    ofLine line: Int,
    to column: Int,
    ifFirstNodeIsAt place: Int
  ) {
    if lines[line].column == place - lines[line].start { lines[line].target = column }
  }

  private func lineIndex(of place: Int) -> Int {
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].start <= place { low = middle } else { high = middle - 1 }
    }
    return max(0, low)
  }

  // MARK: Lines

  private var result: [UInt8] {
    let continued = continuedLines
    var (result, shift) = ([UInt8](), 0)
    result.reserveCapacity(text.count)
    var nextGap = 0
    for (index, line) in lines.enumerated() {
      if let column = line.column {
        var target = column
        if let own = line.target {
          (target, shift) = (own, own - column)
        } else if continued.contains(index) {
          target = max(0, column + shift)
        } else if line.isComment {
          target = columnOfComment(index, continued)
        }
        result += [UInt8](repeating: 0x20, count: target)
        var place = line.start + column
        while nextGap < gaps.count, gaps[nextGap].lowerBound < line.end {
          result += text[place..<gaps[nextGap].lowerBound] + [0x20]
          place = gaps[nextGap].upperBound
          nextGap += 1
        }
        result += text[place..<line.end]
      } else {
        result += text[line.start..<line.end]
      }
      result.append(0x0A)
    }
    return result
  }

  /// The indices of the lines that continue a string or a flow value; text after `#` may be content
  /// there.
  private var continuedLines: Set<Int> {
    var continued: Set<Int> = []
    func visit(_ node: YAMLOutline.Node) {
      switch node.content {
      case .scalar, .alias: break
      case .map(let entries) where !node.isFlow:
        for entry in entries {
          visit(entry.key)
          visit(entry.value)
        }
        return
      case .list(let elements) where !node.isFlow: return elements.forEach(visit)
      default: break
      }
      guard node.start < node.end else { return }
      let (first, last) = (lineIndex(of: node.start), lineIndex(of: node.end - 1))
      if first < last { continued.formUnion(first + 1...last) }
    }
    if let root = YAMLOutline.root(of: text) { visit(root) }
    return continued
  }

  /// Returns the new column of a comment: the column of the content below or above the comment,
  /// depending on its old column.
  private func columnOfComment(_ index: Int, _ continued: Set<Int>) -> Int {
    let column = lines[index].column ?? 0
    func isContent(_ line: Int) -> Bool { lines[line].target != nil && !continued.contains(line) }
    let next = lines.indices[(index + 1)...].first(where: isContent)
    if let next, lines[next].column == column { return lines[next].target ?? column }
    let above = lines.indices[..<index].last { isContent($0) && (lines[$0].column ?? 0) <= column }
    let isBeforeDeeper = next.map { (lines[$0].column ?? 0) > column } ?? false
    let isInLine = above.map { lines[$0].column == column } ?? false
    let owner = isBeforeDeeper && !isInLine ? next : above ?? next
    return owner.flatMap { lines[$0].target } ?? column
  }
}

extension YAMLOutline.Node {
  /// The direct children, keys before their values.
  fileprivate var children: [YAMLOutline.Node] {
    switch content {
    case .scalar, .alias: []
    case .list(let elements): elements
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    }
  }
}
