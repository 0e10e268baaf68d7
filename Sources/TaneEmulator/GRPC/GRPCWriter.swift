#if Network
import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// A writer for the response to one call: headers, messages and trailers.
///
/// A write returns when the client has room for it, so that a service does not outpace its client.
final class GRPCWriter: Sendable {
  private struct State {
    var hasHeaders = false
    /// The frames that have not been written.
    var held: [UInt8] = []
  }

  private let stream: NIOLoopBound<GRPCStream>
  private let eventLoop: any EventLoop
  /// A Boolean value indicating whether the last frames are held back and written with the
  /// trailers.
  private let delaysLastFrames: Bool
  private let state = Mutex(State())

  /// Creates the writer of a stream.
  ///
  /// Call this initializer on the stream's event loop.
  init(_ stream: GRPCStream, on eventLoop: any EventLoop, delaysLastFrames: Bool) {
    self.stream = NIOLoopBound(stream, eventLoop: eventLoop)
    self.eventLoop = eventLoop
    self.delaysLastFrames = delaysLastFrames
  }

  /// Writes the frames of messages.
  func write(_ frames: [UInt8]) async throws {
    let parts = state.withLock { state in
      let next = delaysLastFrames ? state.held : frames
      if delaysLastFrames { state.held = frames }
      return Self.parts(next, &state)
    }
    guard !parts.isEmpty else { return }
    let written = eventLoop.makePromise(of: Void.self)
    eventLoop.execute { [stream] in stream.value.write(parts, written) }
    try await written.futureResult.get()
  }

  /// Writes the pending frames and the trailers, in one hop to the event loop.
  func end(_ status: GRPCStatus) {
    var (parts, trailers) = state.withLock { state in
      let parts = Self.parts(state.held, &state)
      return (parts, state.hasHeaders ? HPACKHeaders() : Self.headers)
    }
    status.add(to: &trailers)
    parts.append(.headers(.init(headers: trailers, endStream: true)))
    eventLoop.execute { [stream, parts] in stream.value.end(parts) }
  }

  /// Returns the HTTP/2 frames for messages, preceded by the headers if they have not been written.
  private static func parts(_ frames: [UInt8], _ state: inout State) -> [HTTP2Frame.FramePayload] {
    guard !frames.isEmpty else { return [] }
    let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(bytes: frames))))
    defer { state.hasHeaders = true }
    return state.hasHeaders ? [data] : [.headers(.init(headers: headers)), data]
  }

  private static let headers: HPACKHeaders = [
    ":status": "200", "content-type": "application/grpc", "grpc-accept-encoding": "identity",
  ]
}
#endif
