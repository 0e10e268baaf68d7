package import TaneCore

/// One difference in a tree, with the context that renderings need.
package struct DifferenceItem {
  package let change: Change
  /// The name of the service, or empty for files.
  package let service: String
  /// A Boolean value indicating whether the values belong to a Realtime Database, in which clients
  /// may read maps as lists.
  package let canReadMapsAsLists: Bool
  /// The number of the node's unchanged siblings if it is the last differing child of its parent;
  /// otherwise nil.
  package let unchangedSiblings: Int?
  /// The previous path of an added value or the new path of a removed value, or nil if the value
  /// was not moved.
  package let counterpart: TreePath?

  package var kind: Change.Kind { change.kind }

  /// The node's address, or its path in a file.
  package var place: String { "\(Address(service: service, path: change.path))" }

  /// The address of the counterpart, or its path in a file; nil if there is none.
  package var counterpartPlace: String? {
    counterpart.map { "\(Address(service: service, path: $0))" }
  }

  /// The previous address of the node, or its previous path in a file; nil if it is unchanged.
  package var oldPlace: String? { change.oldPath.map { "\(Address(service: service, path: $0))" } }
}

extension DifferenceItem {
  /// Creates an item for a change, without its context.
  package init(_ change: Change, of service: String) {
    self.init(
      change: change,
      service: service,
      canReadMapsAsLists: false,
      unchangedSiblings: nil,
      counterpart: nil
    )
  }
}
