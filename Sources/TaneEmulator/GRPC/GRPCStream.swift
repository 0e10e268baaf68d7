#if Network
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// One call over gRPC.
struct GRPCStream: Sendable {
  typealias Channel = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>

  let channel: Channel
  let service: any GRPCService
  let context: ServerContext
  let activity: GRPCActivity

  /// Answers the call.
  func serve() async {
    do {
      try await channel.executeThenClose { inbound, _ in try await serve(inbound) }
    } catch {
      // The client has given the call up, or is gone: others are served on.
    }
  }

  private func serve(
    _ inbound: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>
  ) async throws {
    let start = ContinuousClock.now
    var frames = inbound.makeAsyncIterator()
    guard case .headers(let head)? = try await frames.next() else { return }
    let path = head.headers.first(name: ":path") ?? ""
    let method = String(path.drop { $0 == "/" })
    let isEndless = service.isEndless(method)
    let writer = GRPCWriter(channel.channel, holdsLast: !isEndless)
    guard head.headers.first(name: "content-type")?.hasPrefix("application/grpc") == true else {
      try await writer.refuse(status: .unsupportedMediaType)
      return context.log(head.headers.first(name: ":method") ?? "", path, 415, since: start)
    }
    let limit = context.limits.grpcMessageBytes
    let reader = GRPCReader(messageBytes: limit, isAtEnd: head.endStream)
    if !isEndless { activity.begin() }
    defer { if !isEndless { activity.end() } }
    let call = GRPCCall(
      method: method,
      requests: reader.messages,
      activity: activity,
      write: writer.write
    )
    let answering = GRPCAnswer(call: call, service: service, reader: reader) { failure in
      context.log("POST", path, failure?.status.http.code ?? 200, since: start)
      try await writer.end(GRPCStatus(failure: failure), isClientAtEnd: reader.isAtEnd)
    }
    if let refusal = refusal(of: head.headers, path) { return try await answering.end(refusal) }
    if isEndless {
      try await answering.followAll(&frames)
    } else {
      try await answering.answerOne(&frames)
    }
  }

  private func refusal(of headers: HPACKHeaders, _ path: String) -> GoogleFailure? {
    guard !context.connections.isEnding else {
      return GoogleFailure(.unavailable, "The emulator is ending.")
    }
    let host = headers.first(name: ":authority") ?? headers.first(name: "host") ?? ""
    let fields = headers.filter { !$0.name.hasPrefix(":") && $0.name != "host" }
    let head = HTTPRequestHead(
      version: .http2,
      method: .POST,
      uri: path,
      headers: HTTPHeaders([("host", host)] + fields.map { ($0.name, $0.value) })
    )
    let address = channel.channel.parent?.localAddress?.ipAddress
    return context.access.refusalMessage(of: head, at: address)
      .map { GoogleFailure(.permissionDenied, $0) }
  }
}

/// The answer to a call, as its messages come.
private struct GRPCAnswer: Sendable {
  let call: GRPCCall
  let service: any GRPCService
  let reader: GRPCReader
  /// Ends the call, with why it failed.
  let end: @Sendable (GoogleFailure?) async throws -> Void

  /// Answers a call of one request when it is there.
  func answerOne(_ frames: inout GRPCReader.Frames) async throws {
    try await reader.read(&frames, most: 1)
    try await answer()
  }

  /// Answers messages while others come, until the client gives the call up.
  func followAll(_ frames: inout GRPCReader.Frames) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer {
        // Where more came than was wanted, the reader waits for room.
        reader.messages.finish(dropping: true)
        group.cancelAll()
      }
      group.addTask {
        // The client is read no more then.
        defer { reader.messages.finish(dropping: true) }
        try await answer()
      }
      try await reader.read(&frames)
      try await group.waitForAll()
    }
  }

  /// Where a message cannot be read, those before it are answered first: a client that does not hear of a write that was
  /// made sends it again.
  private func answer() async throws {
    var failure: GoogleFailure?
    do {
      try await service.answer(call)
    } catch {
      failure = GoogleFailure(error)
    }
    // A client that has left hears of nothing, and is not told of as one that was answered.
    try Task.checkCancellation()
    try await end(reader.failure ?? failure)
  }
}
#endif
