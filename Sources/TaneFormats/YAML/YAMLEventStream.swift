import CLibYAML
import TaneCore

/// A stream of libyaml's events for a string.
///
/// The text must remain in memory while the stream is used.
struct YAMLEventStream: ~Copyable {
  /// An error from libyaml.
  struct Problem {
    /// A libyaml mark: a line and a column counted from 0, and an index, all in Unicode scalars.
    typealias Mark = yaml_mark_t

    /// The byte offset of an invalid character, or nil if the problem is of another kind.
    let encodingOffset: Int?
    /// The message from libyaml.
    let text: String
    /// The position of the problem.
    let mark: Mark
    /// The construct that libyaml was parsing.
    let context: String
    /// The start of the construct.
    let contextMark: Mark
  }

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
  private let byteCount: Int
  private var isInitialized: Bool
  private var eventCount = 0
  /// The number of bytes that were added to the work counter.
  private var countedBytes = 0

  private static let eventsBetweenCounts = 4096

  /// Creates a stream of a string in UTF-8 without a byte order mark.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    byteCount = text.count
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

  /// The current event; its strings are valid until the next event.
  var current: UnsafePointer<yaml_event_t> { UnsafePointer(event) }

  /// Advances to the next event, or returns false if an error occurs.
  mutating func advance() -> Bool {
    yaml_event_delete(event)
    eventCount += 1
    if eventCount.isMultiple(of: Self.eventsBetweenCounts) { countBytes() }
    return isInitialized && yaml_parser_parse(parser, event) == 1
  }

  private mutating func countBytes() {
    if countedBytes == 0 { WorkCounter.expect(byteCount, .bytes) }
    WorkCounter.add(parser.pointee.offset - countedBytes, .bytes)
    countedBytes = parser.pointee.offset
  }

  /// The error that made `advance` return false.
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
