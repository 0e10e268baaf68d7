import CLibYAML
import TaneCore

extension YAMLDocument {
  typealias Scalar = yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar

  mutating func handle(_ scalar: Scalar, at mark: yaml_mark_t) {
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    switch role {
    case .key:
      if isPlain, scalar.tag == nil, text.hasBytes(of: "<<", at: 0), text.count == 2 {
        return beginMerge(at: mark)
      }
      handleKey(text, scalar, at: mark)
    case .mergeValue, .mergeElement:
      reportMergedScalar(at: mark)
    default:
      append(text, scalar, at: mark)
      if let anchor = scalar.anchor { register(builder.lastValue, asAnchor: anchor, text: text) }
      endValue()
    }
  }

  private mutating func handleKey(
    _ text: UnsafeBufferPointer<UInt8>,
    _ scalar: Scalar,
    at mark: yaml_mark_t
  ) {
    if let tag = scalar.tag { checkKeyTag(String(cString: tag), at: mark) }
    if let anchor = scalar.anchor {
      // An alias of this key may be used as a value; the text then determines its kind.
      append(text, scalar, at: mark)
      register(builder.removeLastValue(), asAnchor: anchor, text: text)
    }
    builder.setKey(utf8: text)
    role = .value
  }

  private mutating func register(
    _ value: TreeBuilder.Anchor,
    asAnchor anchor: UnsafeMutablePointer<UInt8>,
    text: UnsafeBufferPointer<UInt8>
  ) {
    anchors[String(cString: anchor)] = .scalar(value, text: Array(text))
  }

  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>,
    _ scalar: Scalar,
    at mark: yaml_mark_t
  ) {
    if let tag = scalar.tag {
      append(text, scalar, tagged: YAMLTag(resolvedName: String(cString: tag)), at: mark)
    } else if scalar.style == YAML_PLAIN_SCALAR_STYLE {
      appendPlain(text, at: mark)
    } else {
      builder.append(utf8: text)
    }
  }

  private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>, at mark: yaml_mark_t) {
    switch CoreSchema.resolve(text) {
    case .string:
      if !isFromOtherTool, role != .key, CoreSchema.isYAML11Boolean(text) {
        misreadings.countBoolean(text, at: position(mark))
      }
      builder.append(utf8: text)
    case .integer(let value): builder.append(value)
    case .double(let value): builder.append(value)
    case .bool(let value): builder.append(value)
    case .null: builder.appendNull()
    case .decimal: builder.appendDecimal(DecimalText.normalized(text))
    case .oversized:
      report(
        .numberTooLarge,
        "the number \(String(decoding: text, as: UTF8.self).truncatedForMessage) is greater than "
          + "\(Int.max.grouped), the largest 64-bit integer; write it in decimal digits, or "
          + "quote it to keep it as a string",
        at: mark
      )
      builder.appendNull()
    }
  }
}

// MARK: Tags

extension YAMLDocument {
  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>,
    _ scalar: Scalar,
    tagged tag: YAMLTag,
    at mark: yaml_mark_t
  ) {
    switch (tag, CoreSchema.resolve(text)) {
    case (.nonSpecific, _), (.string, _):
      builder.append(utf8: text)
    case (.integer, .integer), (.integer, .oversized), (.float, .double), (.bool, .bool),
      (.null, .null):
      appendPlain(text, at: mark)
    case (.integer, .decimal) where ScannedNumber(text, from: 0).isWhole:
      appendPlain(text, at: mark)
    case (.float, .integer(let value)):
      builder.append(Double(value))
    case (.float, .decimal):
      appendFloat(text)
    case (.local(.serverTimestamp), .null) where text.isEmpty:
      builder.appendNull(tag: .serverTimestamp)
    case (.local(let local), _)
    where local != .serverTimestamp && local != .geopoint
      && (!text.isEmpty || local == .bytes && scalar.style != YAML_PLAIN_SCALAR_STYLE):
      builder.append(utf8: text, tag: local)
    case (.unknown, _) where keeps(tag), (.local, _) where keeps(tag):
      beginTagged(tag.spelling)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      isPlain ? appendPlain(text, at: mark) : builder.append(utf8: text)
      builder.endContainer()
    case (.unknown(let name), _):
      reportUnknownTag(name, at: mark)
      builder.appendNull()
    default:
      reportWrongTag(tag, found: describe(text), at: mark)
      builder.appendNull()
    }
  }

  /// Returns true if a tag of the next node is preserved; tags of keys and of merged maps are not.
  private func keeps(_ tag: YAMLTag) -> Bool {
    guard role != .mergeValue, role != .mergeElement, role != .key else { return false }
    switch (keptTags, tag) {
    case (.any, _): return true
    case (.expressions(let names), .unknown(let name)): return names.contains(name)
    default: return false
    }
  }

  /// Begins the map that represents a value with a preserved tag; the value must follow.
  mutating func beginTagged(_ tag: String) {
    builder.beginMap(tag: isFromOtherTool ? .none : .expression)
    hasKeptTags = true
    builder.setKey(tag)
  }

  /// Returns the tag of a list or map as written in files if it is preserved, otherwise nil; the
  /// `!geopoint` of a map is not preserved.
  func keptTag(_ name: String, isMap: Bool) -> String? {
    let tag = YAMLTag(resolvedName: name)
    switch (tag, isMap) {
    case (.local(.geopoint), true): return nil
    case (.unknown, _), (.local, _): return keeps(tag) ? tag.spelling : nil
    default: return nil
    }
  }

  private mutating func appendFloat(_ text: UnsafeBufferPointer<UInt8>) {
    if let value = ScannedNumber(text, from: 0).double(in: text, from: 0) {
      builder.append(value)
    } else {
      builder.appendDecimal(DecimalText.normalized(text))
    }
  }

  /// Returns the node tag for the YAML tag of a list or map; reports a tag that does not fit.
  mutating func containerTag(_ name: String, isMap: Bool, at mark: yaml_mark_t) -> NodeTag {
    let tag = YAMLTag(resolvedName: name)
    switch (tag, isMap) {
    case (.nonSpecific, _), (.map, true), (.list, false):
      return .none
    case (.local(.geopoint), true):
      return .geopoint
    case (.unknown(let name), _):
      reportUnknownTag(name, at: mark)
    default:
      reportWrongTag(tag, found: isMap ? "a map" : "a list", at: mark)
    }
    return .none
  }

  private mutating func checkKeyTag(_ name: String, at mark: yaml_mark_t) {
    switch YAMLTag(resolvedName: name) {
    case .unknown(let name) where !keptTags.isExpression(name): reportUnknownTag(name, at: mark)
    case .unknown(let name): reportTagBeforeKey(name, at: mark)
    case .local(let tag): reportTagBeforeKey(tag.yamlName ?? "", at: mark)
    default: break
    }
  }

  private mutating func reportTagBeforeKey(_ name: String, at mark: yaml_mark_t) {
    report(
      .wrongTag,
      "the tag \(name) precedes a key; it belongs before a value",
      at: mark
    )
  }

  private mutating func reportUnknownTag(_ name: String, at mark: yaml_mark_t) {
    guard !keptTags.isExpression(name) else {
      let message = "the tag \(name) precedes a merge key (\"<<\"); it belongs before a value"
      return report(.wrongTag, message, at: mark)
    }
    let names = YAMLTag.knownNames + keptTags.expressionNames
    let suggestion = Suggestion.clause(for: name, among: names)
    let known = names.joined(separator: " ")
    report(
      .unknownTag,
      "unknown tag \(name)" + (suggestion.isEmpty ? "; known tags are \(known)" : suggestion),
      at: mark
    )
  }

  private mutating func reportWrongTag(_ tag: YAMLTag, found: String, at mark: yaml_mark_t) {
    report(.wrongTag, "the tag \(tag.spelling) expects \(tag.expectation), not \(found)", at: mark)
  }

  private func describe(_ text: UnsafeBufferPointer<UInt8>) -> String {
    text.isEmpty ? "nothing" : "\"\(String(decoding: text, as: UTF8.self).truncatedForMessage)\""
  }
}
