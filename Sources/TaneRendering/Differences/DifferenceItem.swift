package import TaneCore

/// One difference of a tree, as every rendering shows it.
package struct DifferenceItem {
  package let change: Change
  /// The name of the service; empty for files.
  package let service: String
  /// Whether the values are of a Realtime Database, whose maps may be lists to those who read them.
  package let isReadBack: Bool
  /// The number of unchanged nodes beside this one, where it is the last that differs among them.
  package let unchangedSiblings: Int?
  /// Where an added value was, or a removed one is now, if it stands at another place.
  package let counterpart: TreePath?

  package var kind: Change.Kind { change.kind }

  /// The node's address, or its path in a file.
  package var place: String { "\(Address(service: service, path: change.path))" }

  /// The address of the counterpart, or its path in a file.
  package var counterpartPlace: String? {
    counterpart.map { "\(Address(service: service, path: $0))" }
  }

  /// Where the node was, if that is another place.
  package var oldPlace: String? { change.oldPath.map { "\(Address(service: service, path: $0))" } }
}

extension DifferenceItem {
  /// A change by itself, without what is around it.
  package init(_ change: Change, of service: String) {
    self.init(
      change: change,
      service: service,
      isReadBack: false,
      unchangedSiblings: nil,
      counterpart: nil
    )
  }
}
