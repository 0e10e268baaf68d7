import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection that speaks HTTP/1.1: requests one after the other.
struct HTTPConnection: Sendable {
  typealias ResponsePart = HTTPPart<HTTPResponseHead, ByteBuffer>
  typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, ResponsePart>
  typealias Outbound = NIOAsyncChannelOutboundWriter<ResponsePart>
  typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  /// The most bytes that are read and dropped so that a client hears why they were too many.
  private static let drainedBytes = 1 << 30

  /// The most bytes that are written at once.
  private static let sliceBytes = 256 * 1024

  let channel: Channel
  let context: ServerContext

  /// Answers requests until the client or the server ends.
  func serve() async throws {
    try await channel.executeThenClose { inbound, outbound in
      var inbound = inbound.makeAsyncIterator()
      while context.connections.note(.idle, for: channel.channel),
        let part = try await inbound.next()
      {
        guard case .head(let head) = part, context.connections.note(.busy, for: channel.channel)
        else { continue }
        guard try await answer(head, &inbound, outbound) else { break }
      }
    }
  }

  /// Answers a request, and returns whether another may follow.
  private func answer(
    _ head: HTTPRequestHead,
    _ inbound: inout Inbound,
    _ outbound: Outbound
  ) async throws -> Bool {
    let start = ContinuousClock.now
    let body = try await body(of: head, &inbound, outbound)
    let response: EmulatorResponse
    if let body, let request = HTTPRequest(head) {
      response = await context.endpoint.service.respond(
        to: EmulatorRequest(head: request, body: body)
      )
    } else {
      response = body == nil ? tooLarge : .refusal(.badRequest, "the request is malformed")
    }
    let isLast = body == nil || !head.isKeepAlive || context.connections.isEnding
    try await write(response, to: outbound, without: head.method == .HEAD, isLast: isLast)
    context.log(head, response.status.code, since: start)
    if body == nil { try await drain(&inbound) }
    return !isLast
  }

  /// The whole body of a request, nil where it is too large.
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

  private func drain(_ inbound: inout Inbound) async throws {
    var count = 0
    while count < Self.drainedBytes, let part = try await inbound.next() {
      switch part {
      case .head, .end: return
      case .body(let buffer): count += buffer.readableBytes
      }
    }
  }

  private var tooLarge: EmulatorResponse {
    .refusal(
      .contentTooLarge,
      "Payload is too large: a request's body has at most \(context.limits.bodyBytes) bytes"
    )
  }
}

extension HTTPConnection {
  private func write(
    _ response: EmulatorResponse,
    to outbound: Outbound,
    without isBodyless: Bool,
    isLast: Bool
  ) async throws {
    var head = HTTPResponseHead(response)
    head.headers.replaceOrAdd(name: "Date", value: context.clock.text)
    if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
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

  /// Writes an answer: a small one at once, a large one slice by slice, as fast as the client reads.
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

  /// Writes what comes about, as fast as the client reads, until it leaves.
  private func write(_ stream: MessageQueue, to outbound: Outbound) async throws {
    guard context.connections.note(.endless, for: channel.channel) else { return }
    let writing = Task {
      for await bytes in stream { try await outbound.write(.body(ByteBuffer(bytes: bytes))) }
    }
    channel.channel.closeFuture.whenComplete { _ in writing.cancel() }
    try await writing.value
    try Task.checkCancellation()
  }
}
