import TaneCore

/// One difference of a tree, as every rendering shows it.
struct DifferenceItem {
  let change: Change
  /// The name of the service; empty for files.
  let service: String
  /// Whether the values are of a Realtime Database, whose maps may be lists to those who read them.
  let isReadBack: Bool
  /// The number of unchanged nodes beside this one, where it is the last that differs among them.
  let unchangedSiblings: Int?

  var kind: Change.Kind { change.kind }

  /// The node's address, or its path in a file.
  var place: String { "\(Address(service: service, path: change.path))" }

  /// Where the node was, if that is another place.
  var oldPlace: String? { change.oldPath.map { "\(Address(service: service, path: $0))" } }
}
