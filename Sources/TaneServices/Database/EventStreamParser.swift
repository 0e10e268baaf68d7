/// A parser of a stream of server-sent events.
///
/// See <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>.
struct EventStreamParser {
  /// One event.
  struct Event: Equatable {
    let name: String
    let data: [UInt8]
  }

  private var line: [UInt8] = []
  private var endedWithReturn = false
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// Appends bytes, and returns the events that they complete.
  mutating func append(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where endedWithReturn:
        endedWithReturn = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endedWithReturn = byte == UInt8(ascii: "\r")
        if let event = endLine() { events.append(event) }
      default:
        endedWithReturn = false
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event":
      name = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data.append(contentsOf: value)
      hasData = true
    default:
      break
    }
    return nil
  }

  private mutating func endEvent() -> Event? {
    defer { (name, data, hasData) = ("", [], false) }
    return hasData ? Event(name: name, data: data) : nil
  }
}
