package import TaneCore

/// The differences of one compared tree (a file or a resource), in one form.
package struct DifferencePart {
  package let resource: ResourceDifference
  package let form: ResourceDifference.Form
  /// The differences in traversal order.
  package let changes: [Change]

  /// Creates a part with all differences in the given form.
  package init(_ resource: ResourceDifference, _ form: ResourceDifference.Form) {
    (self.resource, self.form, changes) = (resource, form, form.changes)
  }

  /// Creates a part with the changes that a seed would make, in the readable form if that form
  /// shows exactly the written changes.
  package init(_ resource: ResourceDifference, prunes: Bool) {
    self.resource = resource
    form = resource.form(prunes: prunes)
    changes = prunes ? form.changes : form.changes.filter { $0.kind != .extra }
  }

  /// The address of the tree.
  package var address: Address { resource.address }

  /// A Boolean value indicating whether the tree is from a Realtime Database.
  package var isFromDatabase: Bool { resource.rules.canReadMapsAsLists }

  /// Calls a closure with each difference.
  package func forEachItem(_ body: (DifferenceItem) throws -> Void) rethrows {
    let siblings = SiblingCount(of: changes, in: form.new, at: address.path)
    let moved = MovedValues(of: changes)
    for (index, change) in changes.enumerated() {
      try body(
        DifferenceItem(
          change: change,
          service: address.service,
          canReadMapsAsLists: isFromDatabase,
          unchangedSiblings: siblings.unchanged(besideChangeAt: index),
          counterpart: moved.counterpart(ofChangeAt: index)
        )
      )
    }
  }
}
