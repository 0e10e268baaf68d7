import TaneCore

/// An event for a listener, with paths relative to the listener's.
enum ListenerEvent: Sendable {
  /// A node and its value after a change.
  struct Update: Sendable {
    let path: TreePath
    let node: DatabaseNode?
  }

  /// The node at a path is now this one, or is no more.
  case put(Update)
  /// Nodes below a path, by their paths from there, are now these; the others are as they were.
  case patch(TreePath, [Update])
}

/// An encoding of events; listeners with the same format share the bytes.
enum ListenerFormat: Sendable, Hashable {
  /// Server-sent events, with priorities or without.
  case eventStream(isExport: Bool)
  /// Messages of the WebSocket protocol about a path, for the query with a tag.
  case webSocket(path: TreePath, tag: Int64?)

  /// The bytes of an event; nil where the format has nothing to say of it.
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
