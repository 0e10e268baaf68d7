import TaneCore

/// An event for a listener, with paths relative to the listener's path.
enum ListenerEvent: Sendable {
  /// A node's path and its new state, which is nil if the node was removed.
  struct Update: Sendable {
    let path: TreePath
    let node: DatabaseNode?
  }

  /// The node at a path was replaced or removed.
  case put(Update)
  /// Nodes below a path were replaced, with paths relative to that path; other nodes are unchanged.
  case patch(TreePath, [Update])
}

/// An encoding of events.
///
/// Listeners with the same format share the encoded bytes.
enum ListenerFormat: Sendable, Hashable {
  /// Server-sent events, with or without priorities.
  case eventStream(isExport: Bool)
  /// Messages of the WebSocket protocol, with the listener's path and the tag of its query.
  case webSocket(path: TreePath, tag: Int64?)

  /// Encodes an event, or returns nil if the format cannot represent it.
  func encode(_ event: ListenerEvent) -> [UInt8]? {
    switch self {
    case .eventStream(let isExport): EventStreamText.encode(event, isExport: isExport)
    case .webSocket(let path, let tag): ServerMessage.encode(event, at: path, tag: tag)
    }
  }
}

/// The target of a listener: a node, or the result of a query at that node.
struct ListenTarget: Sendable, Hashable {
  let path: TreePath
  var query = DatabaseQuery()
}
