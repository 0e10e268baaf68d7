import TaneCore

/// The messages from the server in the WebSocket protocol.
enum ServerMessage {
  /// Returns the first message of a connection.
  static func handshake(time: Int64, host: String, session: String) -> [UInt8] {
    let greeting = Tree([
      "t": "c",
      "d": [
        "t": "h",
        "d": [
          "ts": .integer(time), "v": "5", "h": .string(host), "s": .string(session),
        ],
      ],
    ])
    return DatabaseJSON.compact(greeting)
  }

  /// The response to a ping.
  static let controlPong = DatabaseJSON.compact(Tree(["t": "c", "d": ["t": "o", "d": .map([])]]))

  /// Returns a control message with a text, such as an error.
  static func control(_ kind: String, _ text: String) -> [UInt8] {
    DatabaseJSON.compact(Tree(["t": "c", "d": ["t": .string(kind), "d": .string(text)]]))
  }

  /// Returns the response to a request.
  static func reply(to request: Int64, status: String = "ok", _ data: Tree) -> [UInt8] {
    DatabaseJSON.compact(
      Tree([
        "t": "d",
        "d": ["r": .integer(request), "b": ["s": .string(status), "d": .tree(data)]],
      ])
    )
  }

  /// Returns the message that cancels a listener, with the client's query.
  static func cancelMessage(at path: TreePath, query: Tree?) -> [UInt8] {
    var body: [(String, TreeLiteral)] = [("p", .string(path.components.joined(separator: "/")))]
    if let query { body.append(("q", .tree(query))) }
    return DatabaseJSON.compact(Tree(["t": "d", "d": ["a": "c", "b": .map(body)]]))
  }

  /// Encodes an event at a listener's path as an overwrite or a merge, in export form.
  static func encode(_ event: ListenerEvent, at path: TreePath, tag: Int64?) -> [UInt8] {
    switch event {
    case .put(let update):
      push("d", at: path.appending(update.path), tag: tag) { bytes in
        DatabaseJSON.append(update.node.exportForm, to: &bytes)
      }
    case .patch(let below, let updates):
      push("m", at: path.appending(below), tag: tag) { bytes in
        EventStreamText.append(updates, to: &bytes) { $0.exportForm }
      }
    }
  }

  private static func push(
    _ action: String,
    at path: TreePath,
    tag: Int64?,
    data: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = Array("{\"t\":\"d\",\"d\":{\"a\":\"\(action)\",\"b\":{\"p\":".utf8)
    DatabaseJSON.append(quoted: path.components.joined(separator: "/"), to: &bytes)
    bytes.append(contentsOf: Array(",\"d\":".utf8))
    data(&bytes)
    bytes.append(contentsOf: Array((tag.map { ",\"t\":\($0)" } ?? "").utf8))
    bytes.append(contentsOf: Array("}}}".utf8))
    return bytes
  }
}
