import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix

/// A client's connection that can make many gRPC calls concurrently.
struct GRPCConnection: Sendable {
  private typealias Stream = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>

  private let channel: any Channel
  private let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Void>
  private let authority: String

  init(port: Int) async throws {
    authority = "127.0.0.1:\(port)"
    (channel, streams) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let streams = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
            mode: .client,
            configuration: NIOHTTP2Handler.Configuration()
          ) { stream in stream.close() }
          return (channel as any Channel, streams)
        }
      }
  }

  func close() async throws { try await channel.close() }

  /// Makes a call with one request, and returns the number of message bytes in the response; throws
  /// if the service returns an error.
  func call(_ method: String, _ request: [UInt8]) async throws -> Int {
    var count = 0
    try await exchange(method, request, endsRequests: true) { size in
      count += size
      return true
    }
    return count
  }

  /// Returns a message in gRPC's format, with its length.
  static func frame(_ message: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(message.count).bigEndian) { [0] + $0 + message }
  }

  /// Makes a call that continues until `isEnough` returns true for the size of a received message.
  func follow(_ method: String, _ request: [UInt8], _ isEnough: (Int) -> Bool) async throws {
    try await exchange(method, request, endsRequests: false) { !isEnough($0) }
  }

  private func exchange(
    _ method: String,
    _ request: [UInt8],
    endsRequests: Bool,
    _ goesOn: (Int) -> Bool
  ) async throws {
    let stream = try await streams.openStream { stream in
      stream.eventLoop.makeCompletedFuture { try Stream(wrappingChannelSynchronously: stream) }
    }
    try await stream.executeThenClose { inbound, outbound in
      let head: HPACKHeaders = [
        ":method": "POST", ":scheme": "http", ":path": "/google.firestore.v1.Firestore/\(method)",
        ":authority": authority, "te": "trailers", "content-type": "application/grpc",
      ]
      let buffer = ByteBuffer(bytes: Self.frame(request))
      try await outbound.write(.headers(.init(headers: head)))
      try await outbound.write(.data(.init(data: .byteBuffer(buffer), endStream: endsRequests)))
      var received = ByteBuffer()
      for try await frame in inbound {
        switch frame {
        case .data(let data):
          guard case .byteBuffer(var bytes) = data.data else { continue }
          received.writeBuffer(&bytes)
          while let size = received.skipMessage() {
            guard goesOn(size) else { return }
          }
        case .headers(let headers):
          guard let status = headers.headers.first(name: "grpc-status") else { continue }
          guard status == "0" else {
            throw BenchmarkError("\(method): status \(status) \(headers.headers)")
          }
          return
        default: continue
        }
      }
      throw BenchmarkError("\(method): the connection ended")
    }
  }
}

extension ByteBuffer {
  /// Skips a gRPC message and returns the number of its bytes, or nil if it is incomplete.
  ///
  /// HTTP/2 frames are independent of messages: bytes that exceed a window arrive in the next
  /// frame.
  fileprivate mutating func skipMessage() -> Int? {
    guard let length = getInteger(at: readerIndex + 1, as: UInt32.self),
      readableBytes >= 5 + Int(length)
    else { return nil }
    moveReaderIndex(forwardBy: 5 + Int(length))
    return Int(length)
  }
}
