import CLibYAML

/// The events that libyaml makes of a text, one at a time.
///
/// The text must stay in memory while the stream is used.
struct YAMLEventStream: ~Copyable {
  /// What libyaml could not go on from.
  struct Problem {
    /// A mark of libyaml: line and column from 0, and the index, all in Unicode scalars.
    typealias Mark = yaml_mark_t

    /// Where in the bytes of the text a character is not allowed, if that is the problem.
    let encodingOffset: Int?
    /// What libyaml found.
    let text: String
    /// Where it found that.
    let mark: Mark
    /// What libyaml was reading.
    let context: String
    /// Where that began.
    let contextMark: Mark
  }

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
  private var isInitialized: Bool

  /// Begins to read a text in UTF-8 that is behind its byte order mark.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    event.initialize(to: yaml_event_t())
    parser.initialize(to: yaml_parser_t())
    isInitialized = yaml_parser_initialize(parser) == 1
    guard isInitialized else { return }
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_event_delete(event)
    if isInitialized { yaml_parser_delete(parser) }
    event.deallocate()
    parser.deallocate()
  }

  /// The event that `advance` reached; its texts live until the next one.
  var current: UnsafePointer<yaml_event_t> { UnsafePointer(event) }

  /// Goes to the next event, and returns whether there is one: libyaml may have met a problem.
  mutating func advance() -> Bool {
    yaml_event_delete(event)
    return isInitialized && yaml_parser_parse(parser, event) == 1
  }

  /// Why `advance` reached no event.
  var problem: Problem {
    let state = parser.pointee
    guard isInitialized, state.error != YAML_MEMORY_ERROR else {
      return Problem(
        encodingOffset: nil,
        text: "not enough memory",
        mark: state.mark,
        context: "",
        contextMark: state.mark
      )
    }
    return Problem(
      encodingOffset: state.error == YAML_READER_ERROR ? state.problem_offset : nil,
      text: state.problem.map { String(cString: $0) } ?? "",
      mark: state.problem_mark,
      context: state.context.map { String(cString: $0) } ?? "",
      contextMark: state.context_mark
    )
  }
}
