package import TaneCore

/// The differences of one tree that was compared, in one form: of a file, or of a resource.
package struct DifferencePart {
  package let resource: ResourceDifference
  package let form: ResourceDifference.Form
  /// The differences, in the order of a walk.
  package let changes: [Change]

  /// Takes all differences in a form.
  package init(_ resource: ResourceDifference, _ form: ResourceDifference.Form) {
    (self.resource, self.form, changes) = (resource, form, form.changes)
  }

  /// Takes what a seed does, in as few words as say no more than what is done.
  package init(_ resource: ResourceDifference, prunes: Bool) {
    self.resource = resource
    form = resource.form(prunes: prunes)
    changes = prunes ? form.changes : form.changes.filter { $0.kind != .extra }
  }

  /// Where the tree stands.
  package var address: Address { resource.address }

  /// Whether the tree is a node of a Realtime Database.
  package var isOfDatabase: Bool { resource.rules.isReadBack }

  /// Hands over the differences one by one.
  package func forEachItem(_ body: (DifferenceItem) throws -> Void) rethrows {
    let siblings = SiblingCount(of: changes, in: form.new, at: address.path)
    let moved = MovedValues(of: changes)
    for (index, change) in changes.enumerated() {
      try body(
        DifferenceItem(
          change: change,
          service: address.service,
          isReadBack: isOfDatabase,
          unchangedSiblings: siblings.unchanged(besideChangeAt: index),
          counterpart: moved.counterpart(ofChangeAt: index)
        )
      )
    }
  }
}
