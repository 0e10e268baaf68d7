import TaneCore

/// Server-sent events in the Realtime Database's format.
///
/// See <https://firebase.google.com/docs/reference/rest/database#section-streaming>.
enum EventStreamText {
  /// The keep-alive event, which prevents clients from treating an idle connection as dead.
  static let keepAlive = Array("event: keep-alive\ndata: null\n\n".utf8)

  /// Returns the last event of a revoked listener, with the reason.
  static func cancelEvent(reason: String) -> [UInt8] {
    var bytes = Array("event: cancel\ndata: ".utf8)
    DatabaseJSON.append(quoted: reason, to: &bytes)
    return bytes + Array("\n\n".utf8)
  }

  /// Encodes an event.
  ///
  /// Returns nil if the event changes only priorities and `isExport` is false.
  static func encode(_ event: ListenerEvent, isExport: Bool) -> [UInt8]? {
    switch event {
    case .put(let update):
      guard isExport || !update.isPriorityUpdate else { return nil }
      return frame("put", at: update.path) { bytes in
        DatabaseJSON.append(form(of: update.node, isExport), to: &bytes)
      }
    case .patch(let path, let updates):
      let updates = isExport ? updates : updates.filter { !$0.isPriorityUpdate }
      guard !updates.isEmpty else { return nil }
      return frame("patch", at: path) { bytes in
        append(updates, to: &bytes) { form(of: $0, isExport) }
      }
    }
  }

  /// Appends a JSON object with the updated nodes, keyed by path.
  static func append(
    _ updates: [ListenerEvent.Update],
    to bytes: inout [UInt8],
    form: (DatabaseNode?) -> Tree
  ) {
    bytes.append(UInt8(ascii: "{"))
    for (index, update) in updates.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      DatabaseJSON.append(quoted: update.path.components.joined(separator: "/"), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      DatabaseJSON.append(form(update.node), to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func form(of node: DatabaseNode?, _ isExport: Bool) -> Tree {
    isExport ? node.exportForm : node.valueForm
  }

  private static func frame(
    _ name: String,
    at path: TreePath,
    data: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = Array("event: \(name)\ndata: {\"path\":".utf8)
    DatabaseJSON.append(quoted: "/" + path.components.joined(separator: "/"), to: &bytes)
    bytes.append(contentsOf: Array(",\"data\":".utf8))
    data(&bytes)
    bytes.append(contentsOf: Array("}\n\n".utf8))
    return bytes
  }
}

extension ListenerEvent.Update {
  /// A Boolean value indicating whether the update changes a priority rather than a node.
  var isPriorityUpdate: Bool { path.key == DatabaseNode.priorityKey }
}
