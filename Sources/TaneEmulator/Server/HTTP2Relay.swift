#if Network
import NIOCore
import NIOHPACK
import NIOPosix

/// A gRPC client's connection whose bytes are forwarded unchanged to another server.
///
/// The first request is checked before it is forwarded. Later requests need no check: web pages
/// cannot send them, because browsers use HTTP/2 only with TLS.
struct HTTP2Relay: Sendable {
  typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>
  private typealias Writer = NIOAsyncChannelOutboundWriter<ByteBuffer>

  let channel: Channel
  let context: ServerContext

  /// Exchanges bytes with the server on a port of `127.0.0.1` until either side disconnects.
  func serve(from port: Int) async throws {
    try await channel.executeThenClose { fromClient, toClient in
      try await channel.channel.setOption(.allowRemoteHalfClosure, value: false).get()
      let server = try await ClientBootstrap(group: channel.channel.eventLoop)
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .connect(host: EmulatorServer.loopback[0], port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try Channel(wrappingChannelSynchronously: channel)
          }
        }
      try await server.executeThenClose { fromServer, toServer in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { for try await bytes in fromServer { try await toClient.write(bytes) } }
          group.addTask { try await forward(fromClient, to: toServer, refusing: toClient) }
          _ = try await group.next()
          group.cancelAll()
        }
      }
      await context.end(channel.channel)
    }
  }

  private func forward(
    _ received: NIOAsyncChannelInboundStream<ByteBuffer>,
    to server: Writer,
    refusing client: Writer
  ) async throws {
    // Some clients send no request before they have received the server's settings.
    try await server.write(ByteBuffer(bytes: ProtocolDetector.preface))
    var start: ByteBuffer? = ByteBuffer()
    for try await bytes in received {
      guard var held = start else {
        try await server.write(bytes)
        continue
      }
      held.writeImmutableBuffer(bytes)
      start = held
      held.moveReaderIndex(to: min(ProtocolDetector.preface.count, held.writerIndex))
      guard let request = try FirstRequest(in: held) else { continue }
      let address = channel.channel.localAddress?.ipAddress
      if let message = context.access.rejectionMessage(of: request.headers, at: address) {
        let failure = GoogleFailure(.permissionDenied, message)
        return try await client.write(try request.response(failure))
      }
      try await server.write(held)
      start = nil
    }
  }
}

/// The first request of an HTTP/2 connection.
private struct FirstRequest {
  private static let (headersFrame, continuationFrame) = (UInt8(1), UInt8(9))
  private static let (endsStream, endsHeaders, isPadded, hasPriority) =
    (UInt8(0x1), UInt8(0x4), UInt8(0x8), UInt8(0x20))
  /// The maximum size of the request header, in bytes, as for other connections.
  private static let maximumByteCount = 64 * 1024

  let stream: UInt32
  let headers: HPACKHeaders

  /// Decodes the frames after the preface (RFC 9113, section 4.1), or returns nil if the header is
  /// still incomplete.
  init?(in bytes: ByteBuffer) throws {
    var (rest, block) = (bytes, ByteBuffer())
    // The payload length in 24 bits, then the frame type in 8 bits.
    while let head = rest.readInteger(as: UInt32.self),
      let flags = rest.readInteger(as: UInt8.self),
      let stream = rest.readInteger(as: UInt32.self),
      let payload = rest.readSlice(length: Int(head >> 8))
    {
      switch UInt8(truncatingIfNeeded: head) {
      case Self.headersFrame: block.writeImmutableBuffer(try Self.block(of: payload, flags))
      case Self.continuationFrame: block.writeImmutableBuffer(payload)
      default: continue
      }
      guard flags & Self.endsHeaders != 0 else { continue }
      var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
      (self.stream, headers) = (stream, try decoder.decodeHeaders(from: &block))
      return
    }
    guard bytes.readableBytes <= Self.maximumByteCount else {
      throw ChannelError.operationUnsupported
    }
    return nil
  }

  /// Returns the header block of a frame, without padding or priority.
  private static func block(of payload: ByteBuffer, _ flags: UInt8) throws -> ByteBuffer {
    var payload = payload
    let padding = flags & isPadded == 0 ? 0 : Int(payload.readInteger(as: UInt8.self) ?? 0)
    let priority = flags & hasPriority == 0 ? 0 : 5
    let count = payload.readableBytes - priority - padding
    guard count >= 0,
      let block = payload.getSlice(at: payload.readerIndex + priority, length: count)
    else { throw ChannelError.operationUnsupported }
    return block
  }

  /// Returns the frame with the response that rejects the request.
  func response(_ failure: GoogleFailure) throws -> ByteBuffer {
    var headers: HPACKHeaders = [":status": "200", "content-type": "application/grpc"]
    GRPCStatus(failure: failure).add(to: &headers)
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    var block = ByteBuffer()
    try encoder.encode(headers: headers, to: &block)
    var frame = ByteBuffer()
    frame.writeInteger(UInt32(block.readableBytes) << 8 | UInt32(Self.headersFrame))
    frame.writeInteger(Self.endsStream | Self.endsHeaders)
    frame.writeInteger(stream)
    frame.writeBuffer(&block)
    return frame
  }
}
#endif
