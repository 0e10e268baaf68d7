import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Many connections that wait for the same text.
struct ListenerCrowd {
  private let connections: [LoopbackConnection]

  /// Opens the given number of connections.
  init(port: Int, count: Int) throws {
    connections = try (0..<count).map { _ in try LoopbackConnection(port: port) }
  }

  /// Sends the same bytes over every connection.
  func say(_ bytes: [UInt8]) throws {
    for connection in connections { try connection.send(bytes) }
  }

  /// Reads until every connection has received a text; bytes after it in the same chunk are
  /// discarded.
  func hear(_ text: String) throws {
    let wanted = Array(text.utf8)
    var heard = [[UInt8]](repeating: [], count: connections.count)
    var polled = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var missing = connections.count
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while missing > 0 {
      guard poll(&polled, nfds_t(polled.count), Self.timeout) > 0 else {
        throw BenchmarkError("\(missing) listeners have not heard \(text)")
      }
      for index in polled.indices where polled[index].revents != 0 {
        let count = try connections[index].receive(into: buffer)
        heard[index].append(contentsOf: buffer[..<count])
        guard heard[index].firstRange(of: wanted) != nil else { continue }
        // `poll` ignores negative descriptors.
        polled[index].fd = -1
        polled[index].revents = 0
        missing -= 1
      }
    }
  }

  /// The timeout for a text, in milliseconds.
  private static let timeout: Int32 = 20_000
}

extension ListenerCrowd {
  /// Returns listeners to a path that use server-sent events.
  static func eventStreams(port: Int, count: Int, path: String) throws -> ListenerCrowd {
    let crowd = try ListenerCrowd(port: port, count: count)
    let head = "GET /\(path).json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    try crowd.say(Array(head.utf8))
    try crowd.hear("event: put")
    return crowd
  }

  /// Returns listeners to a path that use the WebSocket protocol of the Realtime Database.
  static func webSockets(port: Int, count: Int, path: String) throws -> ListenerCrowd {
    let crowd = try ListenerCrowd(port: port, count: count)
    let head = """
      GET /.ws?v=5 HTTP/1.1\r
      Host: localhost\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \r

      """
    try crowd.say(Array(head.utf8))
    try crowd.hear(#""t":"h""#)
    try crowd.say(frame(of: #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/\#(path)","h":""}}}"#))
    try crowd.hear(#""r":1"#)
    return crowd
  }

  /// Returns a client's frame with a short text, whose mask of zeros leaves the text unchanged.
  private static func frame(of text: String) -> [UInt8] {
    [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)
  }
}
