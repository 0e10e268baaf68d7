#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One HTTP/1.1 connection, which handles requests one after another.
struct HTTPConnection: Sendable {
  typealias ResponsePart = HTTPPart<HTTPResponseHead, ByteBuffer>
  typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, ResponsePart>
  typealias Outbound = NIOAsyncChannelOutboundWriter<ResponsePart>
  typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  /// The maximum number of bytes in one write.
  private static let sliceBytes = 256 * 1024

  let channel: Channel
  let context: ServerContext

  /// Handles requests until the client disconnects or the server shuts down.
  func serve() async throws {
    try await channel.executeThenClose { inbound, outbound in
      var inbound = inbound.makeAsyncIterator()
      let result: Result<Void, any Error>
      do {
        result = .success(try await respondToAll(&inbound, outbound))
      } catch {
        result = .failure(error)
      }
      await context.end(channel.channel)
      try result.get()
    }
  }

  private func respondToAll(_ inbound: inout Inbound, _ outbound: Outbound) async throws {
    while context.connections.updateActivity(.idle, for: channel.channel),
      let part = try await inbound.next()
    {
      guard case .head(let head) = part,
        context.connections.updateActivity(.busy, for: channel.channel)
      else { continue }
      guard try await handle(head, &inbound, outbound) else { return }
    }
  }

  /// Responds to a request, and returns true if another request may follow.
  private func handle(
    _ head: HTTPRequestHead,
    _ inbound: inout Inbound,
    _ outbound: Outbound
  ) async throws -> Bool {
    let start = ContinuousClock.now
    let address = channel.channel.localAddress?.ipAddress
    if let rejection = context.access.rejection(of: head, at: address) {
      // The body was not read, so no other request can follow.
      try await write(rejection, to: outbound, for: head, isLast: true)
      context.log(head, rejection.status.code, since: start)
      return false
    }
    let body = try await body(of: head, &inbound, outbound)
    if let port = context.endpoint.relayPort, let body {
      return try await relay(head, body, to: port, outbound, since: start)
    }
    let response = await response(to: head, body)
    let isLast = body == nil || !keepsConnectionOpen(head, response) || context.connections.isEnding
    try await write(response, to: outbound, for: head, isLast: isLast)
    context.log(head, response.status.code, since: start)
    return !isLast
  }

  /// Returns the service's response to a request, or an error response if the body is nil because
  /// it was too large.
  private func response(to head: HTTPRequestHead, _ body: [UInt8]?) async -> EmulatorResponse {
    guard let body else { return tooLarge }
    guard let request = HTTPRequest(head) else {
      return .rejection(.badRequest, "the request is malformed")
    }
    var message = EmulatorRequest(head: request, body: body)
    if let error = message.decodeContent(limit: context.limits.bodyBytes) { return error }
    return await context.endpoint.service.respond(to: message)
  }

  /// Returns the whole body of a request, or nil if it is too large.
  private func body(
    of head: HTTPRequestHead,
    _ inbound: inout Inbound,
    _ outbound: Outbound
  ) async throws -> [UInt8]? {
    let limit = context.limits.bodyBytes
    let announced = head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
    guard announced <= limit else { return nil }
    if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
      try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    var body: [UInt8] = []
    body.reserveCapacity(announced)
    while let part = try await inbound.next() {
      switch part {
      case .head: break
      case .body(let buffer):
        guard body.count + buffer.readableBytes <= limit else { return nil }
        body.append(contentsOf: buffer.readableBytesView)
      case .end: return body
      }
    }
    throw ChannelError.eof
  }

  /// Returns true if the connection stays open after a response; over HTTP/1.0, closing the
  /// connection marks the end of a stream.
  private func keepsConnectionOpen(_ head: HTTPRequestHead, _ response: EmulatorResponse) -> Bool {
    if case .stream = response.body, head.version == .http1_0 { return false }
    return head.isKeepAlive
  }

  private var tooLarge: EmulatorResponse { .tooLarge(context.limits.bodyBytes) }
}

extension HTTPConnection {
  func write(
    _ response: EmulatorResponse,
    to outbound: Outbound,
    for request: HTTPRequestHead,
    isLast: Bool
  ) async throws {
    let isBodyless = request.method == .HEAD
    var head = HTTPResponseHead(response)
    head.headers.replaceOrAdd(name: "Date", value: context.clock.text)
    if isLast {
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    } else if request.version == .http1_0 {
      head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
    }
    // An HTTP/1.0 client does not support chunked bodies.
    if request.version == .http1_0 { head.version = .http1_0 }
    switch response.body {
    case .bytes(let bytes):
      if head.status.mayHaveResponseBody {
        head.headers.replaceOrAdd(name: "Content-Length", value: String(bytes.count))
      }
      try await write(head, isBodyless ? [] : bytes, to: outbound)
    case .stream(let stream):
      try await outbound.write(.head(head))
      if !isBodyless { try await write(stream, to: outbound) }
      try await outbound.write(.end(nil))
    }
  }

  /// Writes a small response at once, and a large one in slices as fast as the client reads them.
  private func write(
    _ head: HTTPResponseHead,
    _ bytes: [UInt8],
    to outbound: Outbound
  ) async throws {
    guard bytes.count > Self.sliceBytes else {
      let body = bytes.isEmpty ? [] : [ResponsePart.body(ByteBuffer(bytes: bytes))]
      return try await outbound.write(contentsOf: [.head(head)] + body + [.end(nil)])
    }
    try await outbound.write(.head(head))
    for start in stride(from: 0, to: bytes.count, by: Self.sliceBytes) {
      let slice = bytes[start..<min(start + Self.sliceBytes, bytes.count)]
      try await outbound.write(.body(ByteBuffer(bytes: slice)))
    }
    try await outbound.write(.end(nil))
  }

  /// Writes a stream as fast as the client reads it, until the client disconnects.
  private func write(_ stream: MessageQueue, to outbound: Outbound) async throws {
    guard context.connections.updateActivity(.endless, for: channel.channel) else { return }
    let channel = channel.channel
    // A listener that closes its side of the connection is treated as disconnected.
    try await channel.setOption(.allowRemoteHalfClosure, value: false).get()
    stream.closeOnOverflow(channel)
    let writing = Task {
      for await bytes in stream { try await outbound.write(.body(ByteBuffer(bytes: bytes))) }
    }
    channel.closeFuture.whenComplete { _ in writing.cancel() }
    try await writing.value
    try Task.checkCancellation()
  }
}

extension MessageQueue {
  /// Closes the connection as soon as its client reads too slowly.
  func closeOnOverflow(_ channel: any Channel) {
    whenFinished { [weak self] in
      if self?.hasOverflowed == true { channel.close(promise: nil) }
    }
  }
}
#endif
