import HTTPTypes
import TaneCore
import TaneFormats
import TaneKit

/// The emulated services of a kind, which can also be called directly, with administrator access.
struct EmulatedService: Sendable {
  let service: any EmulatorService
  /// The handler of WebSocket connections, if any.
  var webSockets: (any WebSocketService)?
  /// The handler of gRPC calls, if any.
  var grpc: (any GRPCService)?
  /// The default project of clients.
  let project: String
  /// A closure that returns the names of the existing databases or buckets.
  var names: @Sendable () async throws -> [String] = { [] }

  /// Sends a request and returns the bytes of its response; throws an `OperationFailure` if the
  /// request fails.
  func bytes(
    _ method: HTTPRequest.Method,
    _ target: String,
    body: [UInt8] = []
  ) async throws -> [UInt8] {
    var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: target)
    head.headerFields[.authorization] = "Bearer owner"
    head.headerFields[.contentType] = "application/json"
    let response = await service.respond(to: EmulatorRequest(head: head, body: body))
    guard case .bytes(let bytes) = response.body else {
      throw OperationFailure(
        .failed,
        "the emulator responded to \(method) \(target) with an "
          + "unexpected stream"
      )
    }
    guard response.status.kind == .successful else {
      let answer = String(decoding: bytes.prefix(300), as: UTF8.self)
      throw OperationFailure(
        .failed,
        "the emulator responded to \(method) \(target) with \(response.status.code): \(answer)"
      )
    }
    return bytes
  }

  /// Sends a request and returns its JSON response as a tree.
  func tree(
    _ method: HTTPRequest.Method,
    _ target: String,
    body: TreeLiteral? = nil
  ) async throws -> Tree {
    let body = try body.map { Array(try JSONWriter(.compact).write(Tree($0)).utf8) } ?? []
    let answer = try await bytes(method, target, body: body)
    return TreeParser.parse(answer, named: target, as: .json).tree ?? .null
  }
}
