import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats

/// The emulated services of a kind, which can be called from within as well: as the administrator who may do
/// everything.
struct EmulatedService: Sendable {
  let service: any EmulatorService
  /// What answers over WebSocket, if anything does.
  var webSockets: (any WebSocketService)?
  /// What answers over gRPC, if anything does.
  var grpc: (any GRPCService)?
  /// The project of clients that name none.
  let project: String
  /// The names of the services that there are now.
  var names: @Sendable () async throws -> [String] = { [] }

  /// The bytes of an answer; throws a `CommandFailure` for any but a success.
  func bytes(
    _ method: HTTPRequest.Method,
    _ target: String,
    body: [UInt8] = [],
    contentType: String = "application/json"
  ) async throws -> [UInt8] {
    var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: target)
    head.headerFields[.authorization] = "Bearer owner"
    head.headerFields[.contentType] = contentType
    let response = await service.respond(to: EmulatorRequest(head: head, body: body))
    guard case .bytes(let bytes) = response.body else {
      throw CommandFailure(.failed, "the emulator answered \(method) \(target) with a stream")
    }
    guard response.status.kind == .successful else {
      let answer = String(decoding: bytes.prefix(300), as: UTF8.self)
      throw CommandFailure(
        .failed,
        "the emulator answered \(method) \(target) with \(response.status.code): \(answer)"
      )
    }
    return bytes
  }

  /// The tree of an answer in JSON.
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
