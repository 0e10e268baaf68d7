import TaneCore

/// What a listener is told about a change, in paths below its own.
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

/// How events are written for a listener; listeners of one format share the bytes.
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

/// What listeners listen to: a node, or what a query selects of it.
struct ListenTarget: Sendable, Hashable {
  let path: TreePath
  var query = DatabaseQuery()
}
