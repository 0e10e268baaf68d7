import TaneCore

/// A message from a client of the WebSocket protocol.
enum ClientMessage {
  case ping
  /// A control message that needs no response.
  case control
  case request(ClientRequest)

  /// Parses a message, or returns nil if it is not part of the protocol.
  init?(_ text: [UInt8]) {
    guard let message = try? DatabaseDataParser.tree(of: text), let data = message["d"] else {
      return nil
    }
    switch message["t"]?.string {
    case "c":
      self = data["t"]?.string == "p" ? .ping : .control
    case "d":
      guard let request = ClientRequest(data) else { return nil }
      self = .request(request)
    default:
      return nil
    }
  }
}

/// A client's request: its action and body.
struct ClientRequest {
  /// The number to repeat in the response.
  let number: Int64
  /// The abbreviated name of the action, such as `q`.
  let action: String
  /// The parameters of the action.
  let body: Tree

  /// Parses a request, or returns nil if it has no number or no action.
  init?(_ data: Tree) {
    guard let number = data["r"]?.integer, let action = data["a"]?.string else { return nil }
    self.number = number
    self.action = action
    body = data["b"] ?? .null
  }

  /// The path, which the message contains unencoded, with or without the leading slash.
  var path: TreePath {
    TreePath((body["p"]?.string ?? "").split(separator: "/").map(String.init))
  }

  /// The data to write, or null if there is none.
  var data: Tree { body["d"] ?? .null }

  /// The expected hash for a write, or the hash of the data that a listener already has, if any.
  var hash: String? { body["h"]?.string }

  /// The client's number for the query, or nil if the client did not send a number.
  var tag: Int64? { body["t"]?.integer }

  /// The query; by default, the whole node.
  var query: DatabaseQuery { body["q"].map(DatabaseQuery.init(wire:)) ?? DatabaseQuery() }
}

extension DatabaseQuery {
  /// Parses a query in the format of the WebSocket protocol.
  init(wire: Tree) {
    index = Self.index(wire["i"]?.string)
    start = Self.bound(wire, value: "sp", key: "sn", inclusive: "sin")
    end = Self.bound(wire, value: "ep", key: "en", inclusive: "ein")
    guard let count = wire["l"]?.integer.flatMap(Int.init(exactly:)) else { return }
    let isFromLeft = wire["vf"].map { $0.string == "l" } ?? (start != nil)
    limit = isFromLeft ? .first(max(0, count)) : .last(max(0, count))
  }

  private static func index(_ name: String?) -> Index {
    switch name {
    case nil, ".priority": .priority
    case ".key": .key
    case ".value": .value
    case let name?: .child(TreePath(name.split(separator: "/").map(String.init)))
    }
  }

  private static func bound(
    _ wire: Tree,
    value: String,
    key: String,
    inclusive: String
  ) -> Bound? {
    guard let value = wire[value].flatMap(ScalarValue.init) else { return nil }
    return Bound(
      value: value,
      key: wire[key]?.string,
      isInclusive: wire[inclusive]?.bool ?? true
    )
  }
}
