import NIOCore
import NIOHPACK

@testable import TaneEmulator

/// The frames of HTTP/2 as a client sends them byte by byte.
enum HTTP2Bytes {
  /// What a client begins with: settings under which what it is sent needs no updates of windows, and that it has taken
  /// the server's.
  static let beginning =
    ProtocolChoice.preface + frame(4, 0, 0, [0, 4, 0x7F, 0xFF, 0xFF, 0xFF]) + frame(4, 1, 0, [])
    + frame(8, 0, 0, [0x7F, 0, 0, 0])

  /// What a client begins with that takes nothing of a stream until it says so.
  static let closedBeginning =
    ProtocolChoice.preface + frame(4, 0, 0, [0, 4, 0, 0, 0, 0]) + frame(4, 1, 0, [])
    + frame(8, 0, 0, [0x7F, 0, 0, 0])

  /// Lets the server send as much of a stream as it will.
  static func window(_ stream: UInt8) -> [UInt8] { frame(8, 0, stream, [0x7F, 0xFF, 0xFF, 0xFF]) }

  /// Says that the client begins no more calls.
  static let farewell = frame(7, 0, 0, Array(repeating: 0, count: 8))

  static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length = [count >> 16, count >> 8, count].map { UInt8(truncatingIfNeeded: $0) }
    return length + [type, flags, 0, 0, 0, stream] + payload
  }

  /// Fields that no table has, as a client writes them that knows no better.
  private static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in
      [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
    }
  }

  /// The head of a call of a method, `/service/method`.
  static func head(
    _ path: String,
    _ stream: UInt8,
    isEnd: Bool = false,
    type: String = "application/grpc"
  ) -> [UInt8] {
    let fields = [
      (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
      ("te", "trailers"), ("content-type", type),
    ]
    return frame(1, isEnd ? 0x5 : 0x4, stream, block(fields))
  }

  /// Fields that end a call.
  static func trailers(_ stream: UInt8) -> [UInt8] { frame(1, 0x5, stream, block([("x-a", "b")])) }

  static func data(_ bytes: [UInt8], _ stream: UInt8, isEnd: Bool = true) -> [UInt8] {
    frame(0, isEnd ? 1 : 0, stream, bytes)
  }

  /// Bytes with others behind them that mean nothing.
  static func padded(_ bytes: [UInt8], by count: UInt8, _ stream: UInt8) -> [UInt8] {
    frame(0, 0x9, stream, [count] + bytes + Array(repeating: 0, count: Int(count)))
  }

  static func reset(_ stream: UInt8) -> [UInt8] { frame(3, 0, stream, [0, 0, 0, 8]) }
  static let ping = frame(6, 0, 0, Array(repeating: 1, count: 8))
}

extension TestConnection {
  /// A frame of HTTP/2.
  struct StreamFrame: Equatable {
    let type: UInt8
    let flags: UInt8
    let stream: UInt8
    let payload: [UInt8]

    /// What the payload of a reset, of the update of a window or of a farewell says.
    var number: Int { payload.suffix(4).reduce(0) { $0 << 8 | Int($1) } }
    var isEnd: Bool { type < 2 && flags & 1 != 0 }
    var isPingAnswer: Bool { type == 6 && flags & 1 != 0 }
  }

  mutating func streamFrame() async throws -> StreamFrame {
    let head = try await read(9)
    let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
    let payload = length > 0 ? try await read(length) : []
    return StreamFrame(type: head[3], flags: head[4], stream: head[8], payload: payload)
  }

  /// What comes up to a frame that is waited for, with it.
  mutating func streamFrames(
    upTo isLast: (StreamFrame) -> Bool
  ) async throws -> [StreamFrame] {
    var frames: [StreamFrame] = []
    repeat { frames.append(try await streamFrame()) } while !isLast(frames[frames.count - 1])
    return frames
  }

  /// What comes in answer to what has been sent up to now, on the connection's event loop.
  mutating func streamFramesUntilNow() async throws -> [StreamFrame] {
    try await send(HTTP2Bytes.ping)
    return try await streamFrames(upTo: \.isPingAnswer)
  }
}
