import TaneCore
import TaneFormats

/// A message from the service in version 5 of the WebSocket protocol.
enum SocketMessage: Sendable {
  /// The first message of a connection, with the database's host if the service sends one.
  case greeting(host: String?)
  /// The client must connect to another host.
  case redirection(host: String)
  /// The service rejects the connection.
  case shutdown(reason: String)
  /// An error, after which the service may end the connection.
  case problem(String)
  /// The response to a request.
  case reply(number: Int64, SocketReply)
  /// New values with their paths in the database; each one replaces the previous value at its path.
  case changes([TreeWrite])
  /// The service revoked a listener.
  case listenerRevoked(TreePath)
  /// The token is no longer valid.
  case tokenRevoked
  /// Any other message, which is ignored.
  case other

  /// Parses a message, or returns nil if it does not conform to the protocol.
  init?(_ bytes: [UInt8]) {
    guard let tree = JSONReader(recordsPositions: false).read(bytes, named: "message").tree,
      let content = tree["d"]
    else { return nil }
    switch tree["t"]?.string {
    case "c": self = Self.control(content)
    case "d": self = Self.data(content)
    default: return nil
    }
  }

  private static func control(_ content: Tree) -> SocketMessage {
    let data = content["d"] ?? .null
    return switch content["t"]?.string {
    case "h": .greeting(host: data["h"]?.string)
    case "r": .redirection(host: data.string ?? "")
    case "s": .shutdown(reason: data.string ?? "")
    case "e": .problem(data.string ?? "")
    default: .other
    }
  }

  private static func data(_ content: Tree) -> SocketMessage {
    let body = content["b"] ?? .null
    if let number = content["r"]?.integer {
      let reply = SocketReply(status: body["s"]?.string ?? "", data: body["d"] ?? .null)
      return .reply(number: number, reply)
    }
    let path = TreePath(keysOf: body["p"]?.string ?? "")
    let data = body["d"] ?? .null
    return switch content["a"]?.string {
    case "d": .changes([TreeWrite(path: path, value: data)])
    case "m":
      .changes(
        data.children.map { child in
          TreeWrite(path: path.appending(TreePath(keysOf: child.key ?? "")), value: child)
        }
      )
    case "c": .listenerRevoked(path)
    case "ac", "apc": .tokenRevoked
    default: .other
    }
  }
}

/// The response to a request over WebSocket.
struct SocketReply: Sendable {
  /// The status: `ok`, or a code for an error.
  let status: String
  let data: Tree

  /// A Boolean value indicating whether the request succeeded.
  var isSuccess: Bool { status == "ok" }

  /// The service's error message.
  var reason: String {
    let words = Redaction.text(data.string ?? "")
    return words.isEmpty ? status : "\(words) (\(status))"
  }
}

/// A request over WebSocket, with the code of its action and its body.
struct SocketRequest: Sendable {
  static let ping = Array(#"{"t":"c","d":{"t":"p","d":{}}}"#.utf8)
  static let keepAlive = Array("0".utf8)

  /// The code of the action.
  let action: String
  /// The message's body as JSON.
  private let body: [UInt8]

  /// Returns a request that sets the authorization, or removes it if `authorization` is nil.
  static func authorization(_ authorization: ServiceAuthorization?) throws -> SocketRequest {
    guard let authorization else { return try SocketRequest("unauth", [:]) }
    let action = authorization.isUserToken ? "auth" : "gauth"
    return try SocketRequest(action, ["cred": .string(authorization.token)])
  }

  /// Returns a request that starts listening to a node.
  static func listenRequest(for path: TreePath) throws -> SocketRequest {
    try SocketRequest("q", ["p": .string(path.raw), "h": ""])
  }

  /// Returns a request that stops listening to a node.
  static func stopListeningRequest(for path: TreePath) throws -> SocketRequest {
    try SocketRequest("n", ["p": .string(path.raw)])
  }

  /// Returns a request that registers disconnect operations.
  static func disconnectRequest(for writes: [TreeWrite]) throws -> SocketRequest {
    if writes.count == 1, let write = writes.first {
      return try SocketRequest("o", ["p": .string(write.path.raw), "d": .tree(write.value)])
    }
    let base = RealtimeDatabaseClient.commonAncestor(of: writes.map(\.path))
    let values = writes.map { write in
      let path = write.path.components.dropFirst(base.components.count).joined(separator: "/")
      return (path, TreeLiteral.tree(write.value))
    }
    return try SocketRequest("om", ["p": .string(base.raw), "d": .map(values)])
  }

  /// Returns a request that cancels the disconnect operations at and below a path.
  static func cancelRequest(at path: TreePath) throws -> SocketRequest {
    try SocketRequest("oc", ["p": .string(path.raw), "d": .null])
  }

  private init(_ action: String, _ body: TreeLiteral) throws {
    self.action = action
    var bytes: [UInt8] = []
    try JSONWriter(.compact).write(Tree(body)) { bytes.append(contentsOf: $0) }
    self.body = bytes
  }

  /// The size of the body in bytes.
  var size: Int { body.count }

  /// Returns the message for the request with the given number.
  func message(number: Int64) -> [UInt8] {
    Array("{\"t\":\"d\",\"d\":{\"r\":\(number),\"a\":\"\(action)\",\"b\":".utf8) + body
      + Array("}}".utf8)
  }
}

extension TreePath {
  /// The path in the service's notation, with keys separated by slashes and no encoding.
  fileprivate var raw: String { "/" + components.joined(separator: "/") }
}
