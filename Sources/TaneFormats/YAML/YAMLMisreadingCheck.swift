import CLibYAML
import TaneCore

/// A check for YAML that libyaml reads differently than YAML 1.2 specifies, and for plain scalars
/// that other tools read as a Boolean.
struct YAMLMisreadingCheck {
  private(set) var findings: [Diagnostic] = []
  /// The offsets, in Unicode scalars, of question marks that may begin a string in flow style, or
  /// nil if the text has not been searched yet.
  private var marks: Set<Int>?
  private var booleanCount = 0
  private var firstBoolean: (word: String, position: SourcePosition)?

  /// Handles the beginning of a flow list or map; at the first one, the whole text is searched for
  /// question marks.
  mutating func enterFlow(of text: UnsafeBufferPointer<UInt8>) {
    if marks == nil { marks = Self.marks(in: text) }
  }

  /// Returns true if a scalar has to be checked, which is rarely the case.
  @inline(__always)
  func needsCheck(_ event: yaml_event_t) -> Bool {
    event.data.scalar.anchor != nil || marks?.isEmpty == false
  }

  /// Checks a scalar, and reports it if libyaml reads it differently than YAML 1.2 specifies.
  mutating func check(_ event: yaml_event_t, at position: SourcePosition) {
    let scalar = event.data.scalar
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let start = event.start_mark.index
    if let marks, !marks.isEmpty, marks.contains(start - 1) {
      report(
        "the key \"\(Self.shown(text))\"",
        instead: "the text \"?\(Self.shown(text))\"",
        position
      )
    }
    guard let anchor = scalar.anchor, scalar.tag == nil,
      scalar.style == YAML_PLAIN_SCALAR_STYLE, let first = text.first,
      first == UInt8(ascii: ":") || first == UInt8(ascii: "?")
    else { return }
    let name = String(cString: anchor)
    let count = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    // Nothing separates the anchor from the text.
    guard event.end_mark.index - count == start + 1 + name.utf8.count else { return }
    let whole = text.prefix { $0 != UInt8(ascii: " ") }
    report(
      "the anchor &\(name) and the text \"\(Self.shown(text))\"",
      instead: "the anchor &\(name)\(Self.shown(UnsafeBufferPointer(rebasing: whole)))",
      position
    )
  }

  /// Counts a plain scalar that is a Boolean in YAML 1.1.
  mutating func countBoolean(_ text: UnsafeBufferPointer<UInt8>, at position: SourcePosition) {
    booleanCount += 1
    if firstBoolean == nil {
      firstBoolean = (String(decoding: text, as: UTF8.self), position)
    }
  }

  /// The finding about all strings in the file that may be intended as Booleans, or nil if there
  /// are none.
  var booleanFinding: Diagnostic? {
    guard let (word, position) = firstBoolean else { return nil }
    let isTrue = ["yes", "on"].contains(word.lowercased())
    let others = booleanCount - 1
    let more =
      others == 0 ? "" : " (and \(counted(others, "more such value")) in this file)"
    return .warning(
      .ambiguousBoolean,
      "\(word) is text in YAML 1.2, but \(isTrue) in older tools; write \"\(word)\" with quotes "
        + "for text, or \(isTrue) otherwise"
        + more,
      at: position
    )
  }

  private mutating func report(_ found: String, instead: String, _ position: SourcePosition) {
    findings.append(
      .warning(
        .misreadText,
        "this is parsed as \(found), but is \(instead) in YAML 1.2; put text in quotes, and name "
          + "anchors with letters, digits, \"-\" and \"_\"",
        at: position
      )
    )
  }

  private static func shown(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text, as: UTF8.self).truncatedForMessage
  }

  private static func marks(in text: UnsafeBufferPointer<UInt8>) -> Set<Int> {
    var marks: Set<Int> = []
    var (counted, offset) = (0, 0)
    var next = text.firstQuestionMark(from: 0)
    while let index = next {
      next = text.firstQuestionMark(from: index + 1)
      guard index > 0, " \t\r\n[{,".utf8.contains(text[index - 1]), index + 1 < text.count,
        !" \t\r\n[]{},".utf8.contains(text[index + 1])
      else { continue }
      offset += text[counted..<index].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      counted = index
      marks.insert(offset)
    }
    return marks
  }
}

extension yaml_event_t {
  /// A Boolean value indicating whether the event begins a flow list or map.
  var beginsFlow: Bool {
    switch type {
    case YAML_MAPPING_START_EVENT: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_SEQUENCE_START_EVENT: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first question mark at or after an index, searched in words of eight
  /// bytes.
  fileprivate func firstQuestionMark(from start: Int) -> Int? {
    let bytes = UnsafeRawBufferPointer(self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= count {
      let word =
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ ones &* UInt64(UInt8(ascii: "?"))
      if (word &- ones) & ~word & (ones << 7) != 0 { break }
      index += 8
    }
    while index < count, self[index] != UInt8(ascii: "?") { index += 1 }
    return index < count ? index : nil
  }
}
