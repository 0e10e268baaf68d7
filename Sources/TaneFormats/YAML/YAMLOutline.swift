import CLibYAML

/// An outline of YAML text, with the byte ranges of its nodes.
///
/// The text must be valid, and must not exceed the maximum nesting depth of trees.
struct YAMLOutline {
  struct Node {
    enum Content {
      case scalar
      case alias
      case list([Node])
      case map([Entry])
    }

    let start: Int
    /// The index after the node's last character, without blank lines and comments.
    let end: Int
    /// A Boolean value indicating whether the node is a list or map in flow style, such as
    /// `[a, b]` or `{ a: 1 }`.
    let isFlow: Bool
    let content: Content
  }

  struct Entry {
    let name: String
    let key: Node
    let value: Node
  }

  /// A position in the text, from which later positions on the same line are counted.
  private final class Cursor {
    var (line, column, offset) = (0, 0, 0)
  }

  private let text: [UInt8]
  private let lineStarts: [Int]
  private let cursor = Cursor()

  /// Returns the root node of a string, or nil if it has none.
  static func root(of text: [UInt8]) -> Node? {
    let outline = YAMLOutline(text)
    return text.withUnsafeBufferPointer { buffer in
      var stream = YAMLEventStream(buffer)
      // After the end of the stream, libyaml keeps returning events without a type.
      while stream.advance(), stream.current.pointee.type != YAML_STREAM_END_EVENT {
        guard let node = outline.node(&stream) else { continue }
        // After an error, the positions of unfinished nodes are invalid.
        while stream.advance() {
          if stream.current.pointee.type == YAML_STREAM_END_EVENT { return node }
        }
        return nil
      }
      return nil
    }
  }

  private init(_ text: [UInt8]) {
    self.text = text
    var starts = [0]
    var index = 0
    while index < text.count {
      let length = Self.lineEndLength(in: text, at: index)
      index += max(1, length)
      if length > 0 { starts.append(index) }
    }
    lineStarts = starts
  }

  /// Returns the length in bytes of a line break recognized by libyaml, or 0 for any other
  /// character.
  private static func lineEndLength(in text: [UInt8], at index: Int) -> Int {
    func has(_ bytes: [UInt8]) -> Bool { text[index...].starts(with: bytes) }
    switch text[index] {
    case 0x0A: return 1
    case 0x0D: return has([0x0D, 0x0A]) ? 2 : 1
    case 0xC2: return has([0xC2, 0x85]) ? 2 : 0
    case 0xE2: return has([0xE2, 0x80, 0xA8]) || has([0xE2, 0x80, 0xA9]) ? 3 : 0
    default: return 0
    }
  }

  /// Returns the node that begins with the current event, or nil if no node does.
  private func node(_ stream: inout YAMLEventStream) -> Node? {
    let event = stream.current.pointee
    let (start, end) = (offset(of: event.start_mark), offset(of: event.end_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let style = event.data.scalar.style
      let isBlock = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE
      let last = isBlock ? trimmed(end, after: start) : end
      return Node(start: start, end: last, isFlow: false, content: .scalar)
    case YAML_ALIAS_EVENT:
      return Node(start: start, end: end, isFlow: false, content: .alias)
    case YAML_SEQUENCE_START_EVENT:
      let isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      let elements = children(&stream, until: YAML_SEQUENCE_END_EVENT)
      let last = isFlow ? offset(of: stream.current.pointee.end_mark) : elements.last?.end ?? end
      return Node(start: start, end: last, isFlow: isFlow, content: .list(elements.map(\.node)))
    case YAML_MAPPING_START_EVENT:
      let isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      let children = children(&stream, until: YAML_MAPPING_END_EVENT)
      let last = isFlow ? offset(of: stream.current.pointee.end_mark) : children.last?.end ?? end
      let entries = stride(from: 0, to: children.count - 1, by: 2).map { index in
        Entry(
          name: children[index].text,
          key: children[index].node,
          value: children[index + 1].node
        )
      }
      return Node(start: start, end: last, isFlow: isFlow, content: .map(entries))
    default: return nil
    }
  }

  private typealias Child = (node: Node, text: String, end: Int)

  private func children(
    _ stream: inout YAMLEventStream,
    until end: yaml_event_type_t
  ) -> [Child] {
    var children: [Child] = []
    while stream.advance(), stream.current.pointee.type != end {
      let text = Self.text(of: stream.current.pointee)
      guard let node = node(&stream) else { break }
      children.append((node, text, node.end))
    }
    return children
  }

  private static func text(of event: yaml_event_t) -> String {
    guard event.type == YAML_SCALAR_EVENT else { return "" }
    let scalar = event.data.scalar
    return String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
      as: UTF8.self
    )
  }

  private func offset(of mark: yaml_mark_t) -> Int {
    guard mark.line < lineStarts.count else { return text.count }
    if mark.line != cursor.line || mark.column < cursor.column {
      (cursor.line, cursor.column, cursor.offset) = (mark.line, 0, lineStarts[mark.line])
    }
    var index = cursor.offset
    for _ in cursor.column..<mark.column where index < text.count {
      index += 1
      while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
    }
    (cursor.column, cursor.offset) = (mark.column, index)
    return index
  }

  /// Returns the end of a block scalar, without trailing white space.
  private func trimmed(_ end: Int, after start: Int) -> Int {
    var end = end
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(text[end - 1]) { end -= 1 }
    return end
  }
}
