#if Network
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// One call over gRPC.
struct GRPCStream: Sendable {
  typealias Channel = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>

  /// What has come to an end.
  private enum Event {
    case reading((any Error)?)
    case answering(GoogleFailure?)
  }

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
    let reader = GRPCReader(messageBytes: context.limits.grpcMessageBytes)
    try await withThrowingTaskGroup(of: Event.self) { group in
      defer {
        // Where more came than was wanted, the reader waits for room.
        reader.messages.finish(dropping: true)
        group.cancelAll()
      }
      group.addTask { .reading(await reader.read(inbound)) }
      guard let headers = await reader.headers() else { return }
      let path = headers.first(name: ":path") ?? ""
      let writer = GRPCWriter(channel.channel)
      guard headers.first(name: "content-type")?.hasPrefix("application/grpc") == true else {
        try await writer.refuse(status: .unsupportedMediaType)
        return context.log(headers.first(name: ":method") ?? "", path, 415, since: start)
      }
      let method = String(path.drop { $0 == "/" })
      let isEndless = service.isEndless(method)
      if !isEndless { activity.begin() }
      defer { if !isEndless { activity.end() } }
      var failure = refusal(of: headers, path)
      if failure == nil {
        let call = GRPCCall(
          method: method,
          requests: reader.messages,
          activity: activity,
          write: writer.write
        )
        group.addTask { .answering(await answer(call)) }
        failure = try await end(of: &group, reader)
      }
      context.log("POST", path, failure?.status.http.code ?? 200, since: start)
      try await writer.end(GRPCStatus(failure: failure), isClientAtEnd: reader.isAtEnd)
    }
  }

  private func answer(_ call: GRPCCall) async -> GoogleFailure? {
    do {
      try await service.answer(call)
      return nil
    } catch {
      return GoogleFailure(error)
    }
  }

  /// Waits until the service has answered; returns why the call failed.
  ///
  /// Where a message cannot be read, those before it are answered first: a client that does not hear of a write that
  /// was made sends it again.
  private func end(
    of group: inout ThrowingTaskGroup<Event, any Error>,
    _ reader: GRPCReader
  ) async throws -> GoogleFailure? {
    var unread: GoogleFailure?
    while let event = try await group.next() {
      switch event {
      case .answering(let failure): return unread ?? failure
      case .reading(nil): break
      case .reading(let failure as GoogleFailure):
        unread = failure
        reader.messages.finish()
      case .reading(let error?): throw error
      }
    }
    return unread
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
#endif
