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
  private let channel: any Channel
  private let hasHeaders = Mutex(false)

  init(_ channel: any Channel) {
    self.channel = channel
  }

  /// Writes frames of messages.
  func write(_ frames: [UInt8]) async throws {
    if takeHeaders() {
      channel.write(HTTP2Frame.FramePayload.headers(.init(headers: Self.headers)), promise: nil)
    }
    let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: frames)))
    try await channel.writeAndFlush(HTTP2Frame.FramePayload.data(data))
  }

  /// Ends the call.
  ///
  /// A client that would send on is told that nobody listens, and that this is no error (RFC 9113, section 8.1): with
  /// any other code it may take the call for cancelled.
  func end(_ status: GRPCStatus, isClientAtEnd: Bool) async throws {
    var trailers = takeHeaders() ? Self.headers : HPACKHeaders()
    status.add(to: &trailers)
    let frame = HTTP2Frame.FramePayload.Headers(headers: trailers, endStream: true)
    try await channel.writeAndFlush(HTTP2Frame.FramePayload.headers(frame))
    guard !isClientAtEnd else { return }
    try await channel.writeAndFlush(HTTP2Frame.FramePayload.rstStream(.noError))
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

  /// Whether the headers are still to be written, by whoever asks first.
  private func takeHeaders() -> Bool {
    hasHeaders.withLock { hasHeaders in
      defer { hasHeaders = true }
      return !hasHeaders
    }
  }
}
#endif
