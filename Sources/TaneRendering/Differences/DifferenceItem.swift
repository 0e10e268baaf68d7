package import TaneCore

/// A difference of a tree, as the input of all renderings.
package struct DifferenceItem {
  package let change: Change
  /// The name of the service, or empty for files.
  package let service: String
  /// A Boolean value indicating whether the values belong to a Realtime Database, whose clients may
  /// read maps as lists.
  package let isReadBack: Bool
  /// The number of unchanged siblings if the node is the last differing child of its parent,
  /// otherwise nil.
  package let unchangedSiblings: Int?
  /// The previous path of an added value or the new path of a removed one, if the value moved.
  package let counterpart: TreePath?

  package var kind: Change.Kind { change.kind }

  /// The node's address, or its path in a file.
  package var place: String { "\(Address(service: service, path: change.path))" }

  /// The address of the counterpart, or its path in a file.
  package var counterpartPlace: String? {
    counterpart.map { "\(Address(service: service, path: $0))" }
  }

  /// The previous address of the node, or its previous path in a file, if it differs.
  package var oldPlace: String? { change.oldPath.map { "\(Address(service: service, path: $0))" } }
}

extension DifferenceItem {
  /// Creates an item for a single change, without its context.
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
