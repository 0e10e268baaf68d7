import CLibYAML

/// The significant content of YAML text: its values with tags and anchors, and its comments.
struct YAMLContent: Equatable {
  private struct Event: Equatable {
    let kind: UInt32
    var text: [UInt8] = []
    var tag: String?
    var anchor: String?
    /// A Boolean value indicating whether the text resolves to a number or another non-string
    /// value.
    var isResolved = false
    var isFlow = false
  }

  private var events: [Event] = []
  private var comments: [[UInt8]] = []

  /// Parses a string, or returns nil if it is not valid YAML.
  init?(of text: [UInt8]) {
    guard String(validating: text, as: UTF8.self) != nil else { return nil }
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let isRead = text.withUnsafeBufferPointer { buffer in
      var stream = YAMLEventStream(UnsafeBufferPointer(rebasing: buffer[start...]))
      while stream.advance() {
        let event = stream.current.pointee
        events.append(Self.event(event))
        if event.type == YAML_STREAM_END_EVENT { return true }
      }
      return false
    }
    guard isRead else { return nil }
    comments = Self.comments(in: Array(text[start...]))
  }

  private static func event(_ event: yaml_event_t) -> Event {
    var result = Event(kind: event.type.rawValue)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      result.text = Array(text)
      result.tag = name(scalar.tag)
      result.anchor = name(scalar.anchor)
      result.isResolved =
        scalar.style == YAML_PLAIN_SCALAR_STYLE && CoreSchema.resolve(text) != .string
    case YAML_ALIAS_EVENT: result.anchor = name(event.data.alias.anchor)
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      (result.tag, result.anchor) = (name(list.tag), name(list.anchor))
      result.isFlow = list.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      let map = event.data.mapping_start
      (result.tag, result.anchor) = (name(map.tag), name(map.anchor))
      result.isFlow = map.style == YAML_FLOW_MAPPING_STYLE
    default: break
    }
    return result
  }

  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  /// Returns the comments of a string, without trailing white space.
  private static func comments(in text: [UInt8]) -> [[UInt8]] {
    var scalars = YAMLOutline.root(of: text)?.scalars ?? []
    scalars.reverse()
    var (comments, index) = ([[UInt8]](), 0)
    while index < text.count {
      while let scalar = scalars.last, scalar.upperBound <= index { scalars.removeLast() }
      if let scalar = scalars.last, scalar.contains(index) {
        index = scalar.upperBound
      } else if text[index] == UInt8(ascii: "#"),
        index == 0 || [0x20, 0x09, 0x0A, 0x0D].contains(text[index - 1])
      {
        let end = text[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        var comment = text[index..<end]
        while let last = comment.last, last == 0x20 || last == 0x09 { comment.removeLast() }
        comments.append(Array(comment))
        index = end
      } else {
        index += 1
      }
    }
    return comments
  }
}

extension YAMLOutline.Node {
  /// The ranges of the scalars and aliases at and below the node, in order.
  var scalars: [Range<Int>] {
    switch content {
    case .scalar, .alias: start < end ? [start..<end] : []
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap { $0.key.scalars + $0.value.scalars }
    }
  }
}
