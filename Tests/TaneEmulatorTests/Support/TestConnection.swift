import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connection to a server that sends and receives bytes.
struct TestConnection {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var buffer: [UInt8] = []

  /// An HTTP response.
  struct Response: Equatable {
    let status: Int
    let body: String
  }

  /// An error that is thrown when the server has closed the connection.
  struct Closed: Error {}

  /// Connects to a port of this machine while `body` runs.
  ///
  /// With `resets`, the connection is reset at the end, as by a browser that leaves a page.
  static func open(
    _ port: Int,
    resets: Bool = false,
    _ body: (inout TestConnection) async throws -> Void
  ) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true)
          )
        }
      }
    try await channel.executeThenClose { inbound, outbound in
      if resets, let socket = channel.channel as? any SocketOptionProvider {
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      }
      var connection = TestConnection(
        inbound: inbound.makeAsyncIterator(),
        outbound: outbound
      )
      try await body(&connection)
    }
  }

  /// Connects like `open`, and retries if the server closes the connection first: on a busy
  /// machine, a test may be too slow for the server's short timeouts.
  static func openAgain(
    _ port: Int,
    _ body: (inout TestConnection) async throws -> Void
  ) async throws {
    for _ in 0..<50 {
      do {
        return try await open(port, body)
      } catch is Closed {
      } catch is IOError {}
    }
    throw Closed()
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Closes the sending side, while the connection can still be read.
  func closeOutput() { outbound.finish() }

  /// Reads text up to and including an end marker.
  mutating func read(upTo end: String) async throws -> String {
    while true {
      let text = String(decoding: buffer, as: UTF8.self)
      if let range = text.firstRange(of: end) {
        let taken = String(text[..<range.upperBound])
        buffer.removeFirst(taken.utf8.count)
        return taken
      }
      try await fill()
    }
  }

  mutating func read(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count { try await fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// Reads the next response, whose body is empty unless it has a length.
  mutating func response() async throws -> Response {
    let lines = try await read(upTo: "\r\n\r\n").split(separator: "\r\n")
    let status = lines[0].split(separator: " ")[1]
    let length = lines.lazy
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: " ")[1]) }
    let body = try await read(length ?? 0)
    return Response(status: Int(status) ?? 0, body: String(decoding: body, as: UTF8.self))
  }

  /// Counts received bytes until the connection ends or the limit is reached.
  mutating func byteCount(upTo limit: Int) async -> Int {
    var count = buffer.count
    buffer = []
    while count < limit, (try? await fill()) != nil {
      count += buffer.count
      buffer = []
    }
    return count
  }

  /// Waits until the server closes the connection, and returns true if it sent nothing more.
  mutating func isClosedByServer() async throws -> Bool {
    do {
      while true { try await fill() }
    } catch is Closed {
      return buffer.isEmpty
    }
  }

  private mutating func fill() async throws {
    guard let more = try await inbound.next(isolation: #isolation) else { throw Closed() }
    buffer.append(contentsOf: more.readableBytesView)
  }
}

extension TestConnection {
  /// Requests an upgrade to WebSocket.
  mutating func upgrade(_ target: String, _ field: String = "X-Other: 1") async throws -> String {
    try await send(
      "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:9000\r\n\(field)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    return try await read(upTo: "\r\n\r\n")
  }

  /// Sends a WebSocket frame, masked like those of clients (RFC 6455, section 5.2).
  func sendFrame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true) async throws {
    let mask: [UInt8] = [1, 2, 3, 4]
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    frame += mask
    frame += payload.enumerated().map { $1 ^ mask[$0 % 4] }
    try await send(frame)
  }

  func sendFrame(_ text: String) async throws {
    try await sendFrame(Array(text.utf8))
  }

  /// Reads the next WebSocket frame.
  mutating func frame() async throws -> (opcode: UInt8, payload: [UInt8]) {
    let head = try await read(2)
    var length = Int(head[1] & 0x7F)
    if length == 126 {
      length = try await read(2).reduce(0) { $0 << 8 | Int($1) }
    } else if length == 127 {
      length = try await read(8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (head[0] & 0xF, try await read(length))
  }

  mutating func text() async throws -> String {
    String(decoding: try await frame().payload, as: UTF8.self)
  }
}
