import NIOCore
import NIOHPACK

@testable import TaneEmulator

/// HTTP/2 frames of a client, as bytes.
enum HTTP2Bytes {
  /// The preface of a client whose window is so large that it needs no updates, with an
  /// acknowledgment of the server's settings.
  static let beginning =
    ProtocolDetector.preface + frame(4, 0, 0, [0, 4, 0x7F, 0xFF, 0xFF, 0xFF]) + frame(4, 1, 0, [])
    + frame(8, 0, 0, [0x7F, 0, 0, 0])

  /// The preface of a client that accepts no data of a stream until it opens the stream's window.
  static let closedBeginning =
    ProtocolDetector.preface + frame(4, 0, 0, [0, 4, 0, 0, 0, 0]) + frame(4, 1, 0, [])
    + frame(8, 0, 0, [0x7F, 0, 0, 0])

  /// Opens a stream's window for as much data as the server sends.
  static func window(_ stream: UInt8) -> [UInt8] { frame(8, 0, stream, [0x7F, 0xFF, 0xFF, 0xFF]) }

  /// A GOAWAY frame, after which the client starts no more calls.
  static let farewell = frame(7, 0, 0, Array(repeating: 0, count: 8))

  static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length = [count >> 16, count >> 8, count].map { UInt8(truncatingIfNeeded: $0) }
    return length + [type, flags, 0, 0, 0, stream] + payload
  }

  /// Returns a block of literal header fields that uses no table.
  private static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in
      [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
    }
  }

  /// Returns the header frame of a call of `/service/method`.
  static func head(
    _ path: String,
    _ stream: UInt8,
    isEnd: Bool = false,
    type: String = "application/grpc"
  ) -> [UInt8] {
    frame(1, isEnd ? 0x5 : 0x4, stream, headBlock(path, type: type))
  }

  /// Returns the header block of a call.
  static func headBlock(
    _ path: String,
    type: String = "application/grpc",
    host: String = "localhost"
  ) -> [UInt8] {
    block([
      (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", host),
      ("te", "trailers"), ("content-type", type),
    ])
  }

  /// Returns a frame with trailers.
  static func trailers(_ stream: UInt8) -> [UInt8] { frame(1, 0x5, stream, block([("x-a", "b")])) }

  static func data(_ bytes: [UInt8], _ stream: UInt8, isEnd: Bool = true) -> [UInt8] {
    frame(0, isEnd ? 1 : 0, stream, bytes)
  }

  /// Returns a data frame with padding.
  static func padded(_ bytes: [UInt8], by count: UInt8, _ stream: UInt8) -> [UInt8] {
    frame(0, 0x9, stream, [count] + bytes + Array(repeating: 0, count: Int(count)))
  }

  static func reset(_ stream: UInt8) -> [UInt8] { frame(3, 0, stream, [0, 0, 0, 8]) }
  static let ping = frame(6, 0, 0, Array(repeating: 1, count: 8))
}

extension TestConnection {
  /// An HTTP/2 frame.
  struct StreamFrame: Equatable {
    let type: UInt8
    let flags: UInt8
    let stream: UInt8
    let payload: [UInt8]

    /// The number at the end of the payload: the code of a reset or GOAWAY frame, or the increment
    /// of a window.
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

  /// Reads frames up to and including the first that matches.
  mutating func streamFrames(
    upTo isLast: (StreamFrame) -> Bool
  ) async throws -> [StreamFrame] {
    var frames: [StreamFrame] = []
    repeat { frames.append(try await streamFrame()) } while !isLast(frames[frames.count - 1])
    return frames
  }

  /// Reads the frames that the server has sent in response to everything up to now, by waiting for
  /// a ping.
  mutating func streamFramesUntilNow() async throws -> [StreamFrame] {
    try await send(HTTP2Bytes.ping)
    return try await streamFrames(upTo: \.isPingAnswer)
  }
}
