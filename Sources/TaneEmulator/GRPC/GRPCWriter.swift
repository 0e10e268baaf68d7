#if Network
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// Writes what is answered in one call: headers, messages, and the trailers that tell how it ended.
///
/// A write has ended when the client has room for it, so that nobody writes ahead of a slow one.
final class GRPCWriter: Sendable {
  private struct State {
    var hasHeaders = false
    /// Frames that are still to be written.
    var held: [UInt8] = []
  }

  private let channel: any Channel
  /// Whether the last frames wait for the trailers, to be written with them.
  private let holdsLast: Bool
  private let state = Mutex(State())

  init(_ channel: any Channel, holdsLast: Bool) {
    (self.channel, self.holdsLast) = (channel, holdsLast)
  }

  /// Writes frames of messages.
  func write(_ frames: [UInt8]) async throws {
    let parts = state.withLock { state in
      let next = holdsLast ? state.held : frames
      if holdsLast { state.held = frames }
      return Self.parts(next, &state)
    }
    if !parts.isEmpty { try await write(parts) }
  }

  /// Ends the call.
  ///
  /// A client that would send on is told that nobody listens, and that this is no error (RFC 9113, section 8.1): with
  /// any other code it may take the call for cancelled.
  func end(_ status: GRPCStatus, isClientAtEnd: Bool) async throws {
    var (parts, trailers) = state.withLock { state in
      let parts = Self.parts(state.held, &state)
      return (parts, state.hasHeaders ? HPACKHeaders() : Self.headers)
    }
    status.add(to: &trailers)
    parts.append(.headers(.init(headers: trailers, endStream: true)))
    try await write(parts)
    guard !isClientAtEnd else { return }
    // A reset drops what is not on its way yet.
    try await channel.writeAndFlush(HTTP2Frame.FramePayload.rstStream(.noError))
  }

  /// The parts that frames are written in, behind the headers where those have not been written.
  private static func parts(_ frames: [UInt8], _ state: inout State) -> [HTTP2Frame.FramePayload] {
    guard !frames.isEmpty else { return [] }
    let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(bytes: frames))))
    defer { state.hasHeaders = true }
    return state.hasHeaders ? [data] : [.headers(.init(headers: headers)), data]
  }

  /// Writes at once, in one visit to the connection's event loop.
  private func write(_ parts: [HTTP2Frame.FramePayload]) async throws {
    let channel = channel
    try await channel.eventLoop.flatSubmit {
      for part in parts.dropLast() { channel.write(part, promise: nil) }
      return channel.writeAndFlush(parts[parts.count - 1])
    }.get()
  }

  /// Ends what is no call of gRPC.
  func refuse(status: HTTPResponse.Status) async throws {
    let headers: HPACKHeaders = [":status": "\(status.code)"]
    let frame = HTTP2Frame.FramePayload.Headers(headers: headers, endStream: true)
    try await channel.writeAndFlush(HTTP2Frame.FramePayload.headers(frame))
  }

  private static let headers: HPACKHeaders = [
    ":status": "200", "content-type": "application/grpc", "grpc-accept-encoding": "identity",
  ]
}
#endif
