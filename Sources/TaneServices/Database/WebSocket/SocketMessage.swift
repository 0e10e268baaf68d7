import TaneCore
import TaneFormats

/// A message of the service over WebSocket, protocol version 5.
enum SocketMessage: Sendable {
  /// The first message of a connection: the service is there, under a name.
  case greeting(host: String?)
  /// The connection is to be made to another host.
  case redirection(host: String)
  /// The service wants no connection.
  case shutdown(reason: String)
  /// Something is wrong; the service may end the connection.
  case problem(String)
  /// The answer to a request.
  case reply(number: Int64, SocketReply)
  /// Values by their paths in the database, each of which replaces what was there.
  case changes([TreeWrite])
  /// A listener is told no more.
  case listenerRevoked(TreePath)
  /// The token is not good any more.
  case tokenRevoked
  /// Anything else, which needs nothing to be done.
  case other

  /// Reads a message; nil where it is none of the protocol.
  init?(_ bytes: [UInt8]) {
    guard let tree = JSONReader(keepsPlaces: false).read(bytes, named: "message").tree,
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
    let path = TreePath(raw: body["p"]?.string ?? "")
    let data = body["d"] ?? .null
    return switch content["a"]?.string {
    case "d": .changes([TreeWrite(path: path, value: data)])
    case "m":
      .changes(
        data.children.map { child in
          TreeWrite(path: path.appending(TreePath(raw: child.key ?? "")), value: child)
        }
      )
    case "c": .listenerRevoked(path)
    case "ac", "apc": .tokenRevoked
    default: .other
    }
  }
}

/// The answer to a request over WebSocket.
struct SocketReply: Sendable {
  /// `ok`, or what stands in the way.
  let status: String
  /// The message's data.
  let data: Tree

  /// A Boolean value indicating whether the request succeeded.
  var isSuccess: Bool { status == "ok" }

  /// The service's error message.
  var reason: String {
    let words = Redaction.text(data.string ?? "")
    return words.isEmpty ? status : "\(words) (\(status))"
  }
}

/// A request over WebSocket: the letters of what is asked for, and what goes with it.
struct SocketRequest: Sendable {
  /// Asks whether the service is there.
  static let ping = Array(#"{"t":"c","d":{"t":"p","d":{}}}"#.utf8)
  /// Says that the client is there.
  static let signOfLife = Array("0".utf8)

  /// The letters of what is asked for.
  let action: String
  /// The message's body as JSON.
  private let body: [UInt8]

  /// Shows who asks from now on; nobody where there is no token.
  static func authorization(_ authorization: ServiceAuthorization?) throws -> SocketRequest {
    guard let authorization else { return try SocketRequest("unauth", [:]) }
    let action = authorization.isOfUser ? "auth" : "gauth"
    return try SocketRequest(action, ["cred": .string(authorization.token)])
  }

  /// Asks to be told of a node, of which the client has nothing.
  static func listening(to path: TreePath) throws -> SocketRequest {
    try SocketRequest("q", ["p": .string(path.raw), "h": ""])
  }

  /// Asks to be told no more.
  static func ending(listenerAt path: TreePath) throws -> SocketRequest {
    try SocketRequest("n", ["p": .string(path.raw)])
  }

  /// Leaves writes for the end of the connection.
  static func leaving(_ writes: [TreeWrite]) throws -> SocketRequest {
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

  /// Takes back the writes at a path and below it.
  static func cancelling(at path: TreePath) throws -> SocketRequest {
    try SocketRequest("oc", ["p": .string(path.raw), "d": .null])
  }

  private init(_ action: String, _ body: TreeLiteral) throws {
    self.action = action
    var bytes: [UInt8] = []
    try JSONWriter(.compact).write(Tree(body)) { bytes.append(contentsOf: $0) }
    self.body = bytes
  }

  /// The number of bytes of what goes with the request.
  var size: Int { body.count }

  /// The message that asks for it under a number.
  func message(number: Int64) -> [UInt8] {
    Array("{\"t\":\"d\",\"d\":{\"r\":\(number),\"a\":\"\(action)\",\"b\":".utf8) + body
      + Array("}}".utf8)
  }
}

extension TreePath {
  /// The path as the service spells it: keys behind slashes, nothing encoded.
  fileprivate var raw: String { "/" + components.joined(separator: "/") }
}
