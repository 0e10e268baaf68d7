import HTTPTypes
import TaneEmulator
import TaneServices

/// A transport that passes requests directly to an emulator service, without a network.
struct EmulatorTransport: Transport {
  let service: any EmulatorService

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let parts = request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let head = HTTPRequest(
      method: request.method,
      scheme: "http",
      authority: String(parts[2]),
      path: "/" + (parts.count > 3 ? parts[3] : ""),
      headerFields: request.fields
    )
    let response = await service.respond(to: EmulatorRequest(head: head, body: request.body))
    let status = response.status.code
    switch response.body {
    case .bytes(let bytes):
      return TransportResponse(status, fields: response.headerFields, bytes: bytes)
    case .stream(let stream):
      let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
      let task = Task {
        for await chunk in stream { continuation.yield(chunk) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
      return TransportResponse(status, fields: response.headerFields, body: body)
    }
  }
}
