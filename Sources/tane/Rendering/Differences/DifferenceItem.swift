import TaneCore

/// One difference of a database or a file, as every rendering shows it.
struct DifferenceItem {
  let change: Change
  /// The name of the database; nil for files.
  let service: String?
  /// The number of unchanged nodes beside this one, where it is the last that differs among them.
  let unchangedSiblings: Int?

  /// Whether the values are of a Realtime Database, whose maps may be lists to those who read them.
  var isReadBack: Bool { service.map(DifferencePart.isDatabase) ?? false }

  var kind: Change.Kind { change.kind }

  /// The node's address, or its path in a file.
  var place: String { place(of: change.path) }

  /// Where the node was, if that is another place.
  var oldPlace: String? { change.oldPath.map(place) }

  private func place(of path: TreePath) -> String {
    service.map { "\(Address(service: $0, path: path))" } ?? "\(path)"
  }
}
