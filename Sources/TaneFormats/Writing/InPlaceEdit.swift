package import TaneCore

/// An edit that makes YAML or JSON text represent another tree and preserves everything else.
///
/// The comments, key order, quotes, anchors and number notation of unchanged values are preserved.
/// The elements of a list are matched as in a diff, so that an element keeps its text and comments
/// when others are inserted or removed before it. Text that cannot be edited in place, for example
/// because of an alias, is rewritten as a whole.
package struct InPlaceEdit {
  /// The result of an edit.
  package struct Result {
    /// The new text in UTF-8.
    package let text: [UInt8]
    /// A Boolean value indicating whether the text was edited in place, not rewritten as a whole.
    package let isInPlace: Bool
    /// The number of comments that the new text lacks.
    package let lostCommentCount: Int
  }

  struct Replacement {
    let range: Range<Int>
    let text: String
  }

  let text: [UInt8]
  let format: TreeFormat
  let root: YAMLOutline.Node
  /// The indices of line feeds, in order; lines may be as long as the text.
  let lineFeeds: [Int]
  private var replacements: [Replacement] = []
  /// The number of comments in replaced text, without those that were moved.
  private var lostCommentCount = 0
  /// The ranges of the scalars in the text, in order.
  private lazy var scalarRanges = root.scalarRanges.map { range in
    // The header of a block scalar may be followed by a comment.
    let isBlock = [UInt8(ascii: "|"), UInt8(ascii: ">")].contains(text[range.lowerBound])
    return isBlock
      ? min(endOfLine(at: range.lowerBound), range.upperBound)..<range.upperBound : range
  }

  /// Returns the text of a file, edited to represent another tree.
  ///
  /// - Parameters:
  ///   - text: The valid text of a file.
  ///   - format: The format of the text.
  ///   - old: The tree that the text represents.
  ///   - new: The tree that the edited text must represent.
  ///   - expressions: The additional tags that the text may contain, such as `!now` (see
  ///     `YAMLReader`).
  /// - Returns: The edited text, or the text of the new tree if the text cannot be edited in place.
  package static func edit(
    _ text: [UInt8],
    as format: TreeFormat = .yaml,
    from old: Tree,
    to new: Tree,
    keeping expressions: [String] = []
  ) -> Result {
    if old.isIdentical(to: new) {
      return Result(text: text, isInPlace: true, lostCommentCount: 0)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard !text.starts(with: mark) else {
      let rest = Array(text.dropFirst(mark.count))
      let result = edit(rest, as: format, from: old, to: new, keeping: expressions)
      return Result(
        text: mark + result.text,
        isInPlace: result.isInPlace,
        lostCommentCount: result.lostCommentCount
      )
    }
    guard format == .yaml || text.count <= maximumJSONLength,
      let root = YAMLOutline.root(of: format == .json ? withoutSurrogates(text) : text)
    else {
      // YAML without a node contains only comments, each on a line of its own.
      let lines = format == .json ? [] : text.split(separator: 0x0A)
      return rewritten(
        text,
        as: format,
        to: new,
        lostCommentCount: lines.count { $0.contains(UInt8(ascii: "#")) }
      )
    }
    var edit = InPlaceEdit(text: text, format: format, root: root)
    edit.change(root, from: old, to: new)
    if let edited = edit.editedText(in: 0..<text.count) {
      // The edit is accepted only if it reads back as the new tree.
      let tree =
        format == .json
        ? JSONReader().read(edited, named: "").tree
        : YAMLReader().read(edited, named: "", keeping: expressions).tree
      if tree?.isIdentical(to: new) == true {
        return Result(text: edited, isInPlace: true, lostCommentCount: edit.lostCommentCount)
      }
    }
    let comments = edit.commentCount(in: 0..<text.count)
    return rewritten(text, as: format, to: new, lostCommentCount: comments)
  }

  /// Returns JSON in which other escapes of the same length replace those of surrogates, which
  /// libyaml does not support.
  private static func withoutSurrogates(_ text: [UInt8]) -> [UInt8] {
    var (result, index) = (text, 0)
    while let escape = text[index...].firstIndex(of: UInt8(ascii: "\\")), escape + 5 < text.count {
      let isSurrogate =
        text[escape + 1] == UInt8(ascii: "u") && text[escape + 2] | 0x20 == UInt8(ascii: "d")
        && text[escape + 3] >= UInt8(ascii: "8")
      if isSurrogate {
        result.replaceSubrange((escape + 2)..<(escape + 6), with: "0041".utf8)
      }
      index = escape + 2
    }
    return result
  }

  /// The maximum length in bytes of JSON to edit in place; longer files are exports of programs.
  private static let maximumJSONLength = 8 << 20

  private static func rewritten(
    _ text: [UInt8],
    as format: TreeFormat,
    to new: Tree,
    lostCommentCount: Int
  ) -> Result {
    let json = format == .json ? try? JSONWriter().write(new) : nil
    let bytes = json.map { Array($0.utf8) } ?? YAMLWriter().bytes(of: new)
    return Result(text: bytes, isInPlace: false, lostCommentCount: lostCommentCount)
  }

  private init(text: [UInt8], format: TreeFormat, root: YAMLOutline.Node) {
    (self.text, self.format, self.root) = (text, format, root)
    lineFeeds = text.indices.filter { text[$0] == 0x0A }
  }

  // MARK: Replacements

  mutating func replace(_ range: Range<Int>, with text: String) {
    replacements.append(Replacement(range: range, text: text))
    lostCommentCount += commentCount(in: range)
  }

  /// Returns the text of a node in a range with changes, to be inserted elsewhere; the caller
  /// removes the range.
  mutating func movedText(
    of node: YAMLOutline.Node,
    in range: Range<Int>,
    from old: Tree,
    to new: Tree,
    inFlow: Bool
  ) -> String? {
    var edit = self
    (edit.replacements, edit.lostCommentCount) = ([], 0)
    edit.change(node, from: old, to: new, inFlow: inFlow)
    guard let bytes = edit.editedText(in: range) else { return nil }
    lostCommentCount += edit.lostCommentCount - commentCount(in: range)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a range of the text with the replacements, or nil if these overlap.
  private func editedText(in range: Range<Int>) -> [UInt8]? {
    let usesCRLF = lineFeeds.first.map { $0 > 0 && text[$0 - 1] == 0x0D } ?? false
    var result: [UInt8] = []
    var end = range.lowerBound
    // At one place, the changes inside an item come before the items after it.
    let sorted = replacements.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, replacement) in sorted {
      guard replacement.range.lowerBound >= end, replacement.range.upperBound <= range.upperBound
      else { return nil }
      result += text[end..<replacement.range.lowerBound]
      let new = replacement.text
      let hasCRLF = new.utf8.contains(0x0D)
      result += (usesCRLF && !hasCRLF ? new.replacing("\n", with: "\r\n") : new).utf8
      end = replacement.range.upperBound
    }
    return result + text[end..<range.upperBound]
  }

  /// Returns the number of comments in a range of the text.
  private mutating func commentCount(in range: Range<Int>) -> Int {
    guard format == .yaml else { return 0 }
    var (count, index) = (0, range.lowerBound)
    while let sign = text[index..<range.upperBound].firstIndex(of: UInt8(ascii: "#")) {
      let isComment =
        sign == 0 || [0x20, 0x09, 0x0A, 0x0D].contains(text[sign - 1])
      if isComment, !isInScalar(sign) {
        count += 1
        index = text[sign..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      } else {
        index = sign + 1
      }
    }
    return count
  }

  private mutating func isInScalar(_ place: Int) -> Bool {
    // The first scalar that ends after the place.
    var (low, high) = (0, scalarRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if scalarRanges[middle].upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low < scalarRanges.count && scalarRanges[low].contains(place)
  }

  // MARK: Nodes

  mutating func change(
    _ node: YAMLOutline.Node,
    from old: Tree,
    to new: Tree,
    inFlow: Bool = false
  ) {
    if old.isIdentical(to: new) { return }
    let isSameKind = old.kind == new.kind && !new.children.isEmpty
    switch node.content {
    case .map(let entries) where isSameKind && new.kind == .map && !entries.isEmpty:
      change(entries, in: node, old, new)
    case .list(let elements)
    where isSameKind && new.kind == .list && !elements.isEmpty
      && elements.count == old.children.count:
      change(elements, in: node, old, new)
    default: replace(node, with: new, inFlow: inFlow)
    }
  }

  private mutating func change(
    _ entries: [YAMLOutline.Entry],
    in node: YAMLOutline.Node,
    _ old: Tree,
    _ new: Tree
  ) {
    // The tree contains the merged entries instead of a merge key; changed ones are overridden.
    let stays = entries.map { $0.name == "<<" || new[$0.name] != nil }
    guard let lastKept = stays.lastIndex(of: true) else {
      return replace(node, with: new, inFlow: node.isFlow)
    }
    for (entry, isKept) in zip(entries, stays) where isKept {
      if let value = new[entry.name] {
        change(entry, in: node, from: old[entry.name] ?? .null, to: value)
      }
    }
    let known = Dictionary(entries.indices.map { (entries[$0].name, $0) }) { $1 }
    var previous: Int?
    var added: [Int: [Tree]] = [:]
    for child in new.children {
      let key = child.key ?? ""
      if let index = known[key] {
        previous = index
      } else if old[key]?.isIdentical(to: child) != true {
        added[previous ?? lastKept, default: []].append(child)
      }
    }
    let items = Items(
      node: node,
      ranges: entries.map { $0.key.start..<max($0.value.end, $0.key.end) },
      isKept: stays,
      in: self
    )
    arrange(
      items,
      adding: added.mapValues { children in
        if node.isFlow { return children.map { flowEntry(of: $0, in: items) } }
        let tree = Tree(.map(children.map { ($0.key ?? "", .tree($0)) }))
        return [blockLines(of: tree, in: items)]
      }
    )
  }

  private mutating func change(
    _ entry: YAMLOutline.Entry,
    in node: YAMLOutline.Node,
    from old: Tree,
    to new: Tree
  ) {
    guard !old.isIdentical(to: new) else { return }
    if new.children.isEmpty, let range = blockValueRange(of: entry) {
      replace(range, with: " " + blockText(of: new, entry.key))
    } else {
      change(entry.value, from: old, to: new, inFlow: node.isFlow)
    }
  }

  private mutating func change(
    _ elements: [YAMLOutline.Node],
    in node: YAMLOutline.Node,
    _ old: Tree,
    _ new: Tree
  ) {
    let match = ElementMatch(from: old, to: new)
    let ranges = node.isFlow ? elements.map { $0.start..<$0.end } : blockRanges(of: elements)
    guard match.isKept.contains(true), let ranges else {
      return replace(node, with: new, inFlow: node.isFlow)
    }
    let items = Items(node: node, ranges: ranges, isKept: match.isKept, in: self)
    var added: [Int: [String]] = [:]
    var previous = -1
    for (index, child) in new.children.enumerated() {
      switch match.origins[index] {
      case .kept(let origin):
        change(elements[origin], from: old[origin], to: child, inFlow: node.isFlow)
        previous = origin
      case .moved(let origin):
        let text = movedText(
          of: elements[origin],
          in: items.movedRange(of: origin),
          from: old[origin],
          to: child,
          inFlow: node.isFlow
        )
        guard let text else { return replace(node, with: new, inFlow: node.isFlow) }
        added[previous, default: []].append(text)
      case .added:
        let text =
          node.isFlow
          ? flowText(of: child, in: items) : blockLines(of: Tree(.list([.tree(child)])), in: items)
        added[previous, default: []].append(text)
      }
    }
    arrange(items, removing: match.moved, adding: added)
  }

  /// Returns the ranges of the elements of a block list, each from its dash, or nil if a dash cannot
  /// be found.
  private func blockRanges(of elements: [YAMLOutline.Node]) -> [Range<Int>]? {
    guard let first = elements.first.flatMap({ dash(of: $0, after: 0) }) else { return nil }
    let indentation = first - startOfLine(at: first)
    var ranges: [Range<Int>] = []
    for element in elements {
      let end = ranges.last?.upperBound ?? first
      guard
        let dash = dash(of: element, after: end) ?? dash(above: element, after: end, indentation)
      else { return nil }
      ranges.append(dash..<max(element.end, dash + 1))
    }
    return ranges
  }

  /// Returns the index of the dash of an element, or nil if other text than white space follows
  /// it.
  private func dash(of element: YAMLOutline.Node, after start: Int) -> Int? {
    let dash = text[start..<element.start].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return dash.flatMap { text[$0] == UInt8(ascii: "-") ? $0 : nil }
  }

  /// Returns the index of the dash of an element that begins on a later line, after comments.
  private func dash(
    above element: YAMLOutline.Node,
    after end: Int,
    _ indentation: Int
  ) -> Int? {
    var line = startOfLine(at: element.start)
    while line > end {
      line = startOfLine(at: line - 1)
      let dash = line + indentation
      if line >= end, dash < element.start, text[dash] == UInt8(ascii: "-"), isFirstOnLine(dash) {
        return dash
      }
    }
    return nil
  }

  private mutating func replace(_ node: YAMLOutline.Node, with new: Tree, inFlow: Bool) {
    // A comment after a string on several lines would become a part of it.
    let line = self.text[node.end..<endOfLine(at: node.end)]
    let hasComment = new.string?.contains("\n") == true && line.contains(UInt8(ascii: "#"))
    let isFlow = inFlow || node.isFlow && new.kind.isContainer || hasComment
    let text = isFlow || format == .json ? flowText(of: new, at: node) : blockText(of: new, node)
    // An empty value begins directly after the colon or the dash, without a space.
    let needsSpace =
      node.start == node.end && node.start > 0
      && [UInt8(ascii: ":"), UInt8(ascii: "-")].contains(self.text[node.start - 1])
    var start = node.start
    // If the value is on separate lines, no space remains after the key.
    while text.first == "\n", start > 0, self.text[start - 1] == 0x20 { start -= 1 }
    replace(start..<node.end, with: (needsSpace && start == node.start ? " " : "") + text)
  }

  /// Returns the range after the colon of an entry whose list or map is on separate lines, or nil
  /// for any other entry.
  private func blockValueRange(of entry: YAMLOutline.Entry) -> Range<Int>? {
    switch entry.value.content {
    case .list where !entry.value.isFlow, .map where !entry.value.isFlow: break
    default: return nil
    }
    guard
      let colon = text[entry.key.end..<entry.value.start].firstIndex(of: UInt8(ascii: ":")),
      text[(colon + 1)..<entry.value.start].allSatisfy({ [0x20, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return (colon + 1)..<entry.value.end
  }
}

extension YAMLOutline.Node {
  /// The ranges of the scalars and aliases in the node, in order.
  fileprivate var scalarRanges: [Range<Int>] {
    switch content {
    case .scalar, .alias: start < end ? [start..<end] : []
    case .list(let elements): elements.flatMap(\.scalarRanges)
    case .map(let entries): entries.flatMap { $0.key.scalarRanges + $0.value.scalarRanges }
    }
  }
}
