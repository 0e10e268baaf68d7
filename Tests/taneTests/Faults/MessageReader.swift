import NIOCore

/// A reader of HTTP/1.1 messages from a connection, as bytes.
struct MessageReader {
  struct Message {
    let bytes: [UInt8]
    /// The number of bytes before the body.
    let headCount: Int

    /// The target of a request.
    var target: Substring {
      let line = String(decoding: bytes[..<headCount], as: UTF8.self).prefix { $0 != "\r\n" }
      return line.split(separator: " ").dropFirst().first ?? ""
    }
  }

  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var buffer: [UInt8] = []

  init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) {
    self.inbound = inbound.makeAsyncIterator()
  }

  /// Returns the next message with its body, or nil at the end of the connection.
  mutating func next() async throws -> Message? {
    let end = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: end) == nil {
      guard try await fill() else { return nil }
    }
    let headCount = buffer.firstRange(of: end)?.upperBound ?? 0
    let head = String(decoding: buffer[..<headCount], as: UTF8.self).lowercased()
    let length = head.split(separator: "\r\n").lazy
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
    let count = headCount + (length ?? 0)
    while buffer.count < count {
      guard try await fill() else { return nil }
    }
    defer { buffer.removeFirst(count) }
    return Message(bytes: Array(buffer[..<count]), headCount: headCount)
  }

  private mutating func fill() async throws -> Bool {
    guard let more = try await inbound.next(isolation: #isolation) else { return false }
    buffer.append(contentsOf: more.readableBytesView)
    return true
  }
}
