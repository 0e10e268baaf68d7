import TaneCore

/// A message that a client of the WebSocket protocol sends.
enum ClientMessage {
  /// Asks whether the server is there.
  case ping
  /// Says something about the connection that needs no answer.
  case control
  /// Asks for something.
  case request(ClientRequest)

  /// Reads a message; nil where it is none of the protocol.
  init?(_ text: [UInt8]) {
    guard let message = try? DataParsing.tree(of: text), let data = message["d"] else {
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

/// A request of a client: what it asks for, and with what.
struct ClientRequest {
  /// The number that the answer bears.
  let number: Int64
  /// The letters of what is asked for.
  let action: String
  /// The message's content.
  let body: Tree

  /// Reads a request; nil where it has no number or no action.
  init?(_ data: Tree) {
    guard let number = data["r"]?.integer, let action = data["a"]?.string else { return nil }
    self.number = number
    self.action = action
    body = data["b"] ?? .null
  }

  /// The path, which is written as it is, with a slash at the front or without.
  var path: TreePath {
    TreePath((body["p"]?.string ?? "").split(separator: "/").map(String.init))
  }

  /// The data, null where there are none.
  var data: Tree { body["d"] ?? .null }

  /// The hash that comes with the request.
  var hash: String? { body["h"]?.string }

  /// The number of the query among the client's.
  var tag: Int64? { body["t"]?.integer }

  /// The query, that of the whole node where there is none.
  var query: DatabaseQuery { body["q"].map(DatabaseQuery.init(wire:)) ?? DatabaseQuery() }
}

extension DatabaseQuery {
  /// Reads a query as the WebSocket protocol writes it.
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
