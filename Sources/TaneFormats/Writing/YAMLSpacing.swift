import TaneCore

/// A pass that normalizes the spaces around YAML's punctuation and removes unnecessary quotes.
struct YAMLSpacing {
  private let text: [UInt8]
  private var replacements: [(range: Range<Int>, text: [UInt8])] = []

  private init(_ text: [UInt8]) { self.text = text }

  /// Returns the text with one space after colons and commas, and without unnecessary quotes, or
  /// nil if its layout is not supported.
  static func spaced(_ text: [UInt8]) -> [UInt8]? {
    guard let root = YAMLOutline.root(of: text) else { return nil }
    var spacing = YAMLSpacing(text)
    spacing.visit(root, inFlow: false)
    var (result, end) = ([UInt8](), 0)
    for (range, replacement) in spacing.replacements.sorted(by: {
      $0.range.lowerBound < $1.range.lowerBound
    }) {
      guard range.lowerBound >= end else { return nil }
      result += text[end..<range.lowerBound] + replacement
      end = range.upperBound
    }
    return result + text[end...]
  }

  /// Returns the text without trailing white space on lines and without empty lines at its end.
  static func trimmed(_ text: [UInt8]) -> [UInt8] {
    let scalars = YAMLOutline.root(of: text)?.scalars.filter { text[$0].contains(0x0A) } ?? []
    var (result, start, next) = ([UInt8](), 0, 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      while next < scalars.count, scalars[next].upperBound < start { next += 1 }
      var line = text[start..<end]
      if next == scalars.count || !isText(endOfLine: end, of: scalars[next], in: text) {
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
      }
      result += line + [0x0A]
      start = end + 1
    }
    while result.count > 1, result[result.count - 2] == 0x0A { result.removeLast() }
    return result == [0x0A] ? [] : result
  }

  /// Returns true if the white space at the end of a line is part of multi-line text.
  private static func isText(endOfLine end: Int, of scalar: Range<Int>, in text: [UInt8]) -> Bool {
    if scalar.contains(end) { return true }
    let words = text[scalar].split { $0 == 0x20 || $0 == 0x0A }
    let first = words.first { !"!&".utf8.contains($0.first ?? 0) }
    // White space at the end of a block scalar is part of its text, but not of its range.
    return scalar.lowerBound < end && "|>".utf8.contains(first?.first ?? 0)
  }

  private mutating func replace(_ range: Range<Int>, with replacement: String) {
    guard !text[range].elementsEqual(replacement.utf8) else { return }
    replacements.append((range, Array(replacement.utf8)))
  }

  // MARK: Nodes

  private mutating func visit(_ node: YAMLOutline.Node, inFlow: Bool) {
    switch node.content {
    case .alias: break
    case .scalar: unquote(node, inFlow: inFlow)
    case .list(let elements):
      if node.isFlow { space(elements.map { ($0, $0) }, in: node, padding: "") }
      for element in elements { visit(element, inFlow: node.isFlow) }
    case .map(let entries):
      if node.isFlow { space(entries.map { ($0.key, $0.value) }, in: node, padding: " ") }
      for entry in entries {
        visit(entry.key, inFlow: node.isFlow)
        visit(entry.value, inFlow: node.isFlow)
        normalizeColonSpacing(of: entry)
      }
    }
  }

  private mutating func normalizeColonSpacing(of entry: YAMLOutline.Entry) {
    guard entry.key.end <= entry.value.start, entry.key.start < entry.key.end else { return }
    let gap = text[entry.key.end..<entry.value.start]
    guard let colon = gap.firstIndex(of: UInt8(ascii: ":")), isBlank(entry.key.end..<colon) else {
      return
    }
    // Directly after an alias, a tag or an anchor, a colon could be part of its name.
    let isName = [UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "&")].contains(
      text[entry.key.start]
    )
    if !isName { replace(entry.key.end..<colon, with: "") }
    guard entry.value.start < entry.value.end, isBlank(colon + 1..<entry.value.start) else {
      return
    }
    replace(colon + 1..<entry.value.start, with: " ")
  }

  private func isBlank(_ range: Range<Int>) -> Bool { text[range].allSatisfy { $0 == 0x20 } }

  /// Normalizes the spaces between the members of a flow list or map that is on one line.
  private mutating func space(
    _ members: [(first: YAMLOutline.Node, last: YAMLOutline.Node)],
    in node: YAMLOutline.Node,
    padding: String
  ) {
    let open = text[node.start..<node.end].firstIndex { "[{".utf8.contains($0) }
    guard let open, let first = members.first, let last = members.last,
      !text[node.start..<node.end].contains(0x0A)
    else { return }
    let start = open + 1
    if start <= first.first.start, isBlank(start..<first.first.start) {
      replace(start..<first.first.start, with: padding)
    }
    for (left, right) in zip(members, members.dropFirst()) {
      let range = end(of: left)..<max(end(of: left), right.first.start)
      guard text[range].allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: ",") }),
        text[range].filter({ $0 == UInt8(ascii: ",") }).count == 1
      else { continue }
      replace(range, with: endsWithTag(left.last) ? " , " : ", ")
    }
    let range = end(of: last)..<max(end(of: last), node.end - 1)
    if isBlank(range), !endsWithTag(last.last) { replace(range, with: padding) }
  }

  private func end(of member: (first: YAMLOutline.Node, last: YAMLOutline.Node)) -> Int {
    // An empty value has no fixed position after its colon.
    member.last.start < member.last.end ? member.last.end : member.first.end
  }

  /// Returns true if a node is only a tag or an anchor, whose name would include text directly
  /// after it.
  private func endsWithTag(_ node: YAMLOutline.Node) -> Bool {
    guard case .scalar = node.content, let first = text[node.start..<node.end].first else {
      return false
    }
    return "!&".utf8.contains(first) && !text[node.start..<node.end].contains(0x20)
  }

  // MARK: Quotes

  private mutating func unquote(_ node: YAMLOutline.Node, inFlow: Bool) {
    let spelling = text[node.start..<node.end]
    guard let quote = spelling.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      !spelling.contains(0x0A),
      var value = YAMLReader().read(Array(spelling), named: "").tree?.string
    else { return }
    let isPlain = value.withUTF8 {
      if case .plain = YAMLScalarStyle(of: $0, isTagged: false) { true } else { false }
    }
    // Keys that other tools would read as numbers, and text that is special inside brackets, retain
    // their quotes.
    guard isPlain, value != "<<",
      !inFlow || !value.utf8.contains(where: { ",[]{}?:#".utf8.contains($0) })
    else { return }
    replace(node.start..<node.end, with: value)
  }
}
