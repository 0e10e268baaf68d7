#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

// Forwarding requests to another server.
extension HTTPConnection {
  private typealias Server = NIOAsyncChannel<
    HTTPClientResponsePart, HTTPPart<HTTPRequestHead, ByteBuffer>
  >

  /// Forwards a request to the server on a port, and the response to the client as it arrives.
  ///
  /// - Returns: True if another request may follow.
  func relay(
    _ head: HTTPRequestHead,
    _ body: [UInt8],
    to port: Int,
    _ outbound: Outbound,
    since start: ContinuousClock.Instant
  ) async throws -> Bool {
    // The response may last until the client disconnects, as in WebChannel.
    guard context.connections.updateActivity(.endless, for: channel.channel) else { return false }
    try await channel.channel.setOption(.allowRemoteHalfClosure, value: false).get()
    // Between connecting and `executeThenClose`, which closes the connection, nothing may throw.
    guard let server = try? await connect(to: port) else {
      try await write(.noServer, to: outbound, for: head, isLast: true)
      context.log(head, 503, since: start)
      return false
    }
    let exchange = Task {
      try await server.executeThenClose { responses, requests in
        try await requests.write(contentsOf: forwarded(head, body))
        return try await forward(responses, of: head, to: outbound)
      }
    }
    channel.channel.closeFuture.whenComplete { _ in exchange.cancel() }
    let status = try await exchange.value
    context.log(head, Int(status.code), since: start)
    return head.isKeepAlive && !context.connections.isEnding
  }

  private func connect(to port: Int) async throws -> Server {
    try await ClientBootstrap(group: channel.channel.eventLoop)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connect(host: EmulatorServer.loopback[0], port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(MessagePartHandler<HTTPRequestHead>())
          return try Server(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Returns the parts of the request to forward; its body has been received completely.
  private func forwarded(
    _ head: HTTPRequestHead,
    _ body: [UInt8]
  ) -> [HTTPPart<HTTPRequestHead, ByteBuffer>] {
    var head = head
    head.version = .http1_1
    // The connection is used for this request only.
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    for name in ["Expect", "Keep-Alive", "Transfer-Encoding"] { head.headers.remove(name: name) }
    if !body.isEmpty || head.headers.contains(name: "Content-Length") || head.method == .POST {
      head.headers.replaceOrAdd(name: "Content-Length", value: String(body.count))
    }
    return [.head(head), .body(ByteBuffer(bytes: body)), .end(nil)]
  }

  /// Writes a response as fast as the client reads it, and returns its status.
  private func forward(
    _ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>,
    of request: HTTPRequestHead,
    to outbound: Outbound
  ) async throws -> HTTPResponseStatus {
    var status = HTTPResponseStatus.badGateway
    for try await part in parts {
      guard case .head(var head) = part else {
        try await outbound.write(part)
        if case .end = part { return status }
        continue
      }
      status = head.status
      head.headers.remove(name: "Connection")
      if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
      try await outbound.write(.head(head))
    }
    throw ChannelError.eof
  }
}

extension EmulatorResponse {
  fileprivate static var noServer: EmulatorResponse {
    .rejection(
      .serviceUnavailable,
      "the server that answers these requests has exited; restart tane emulate"
    )
  }
}
#endif
