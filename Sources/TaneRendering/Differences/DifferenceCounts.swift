package import TaneCore

/// The number of differences of each kind, and the number of unchanged values.
package struct DifferenceCounts: Equatable {
  private var counts: [Change.Kind: Int] = [:]
  /// The number of ignored differences.
  package var ignored = 0
  /// The number of unchanged values.
  package var unchangedValues = 0
  /// The number of unchanged objects, or nil if objects are not counted.
  package var unchangedObjects: Int?

  /// The number of passwords that exist on both sides and cannot be compared.
  package var uncheckedPasswords = 0

  package init() {}

  /// Counts the differences in the form that is shown to users.
  package init(of difference: Difference, countsObjects: Bool) {
    for resource in difference.resources {
      let form = resource.form()
      form.changes.forEach { add($0.kind) }
      ignored += form.ignoredCount
      if !resource.isObject { unchangedValues += form.unchangedCount }
    }
    unchangedObjects = countsObjects ? difference.unchangedObjectCount : nil
    uncheckedPasswords = difference.uncheckedCount
  }

  package subscript(kind: Change.Kind) -> Int { counts[kind] ?? 0 }

  /// The number of differences, excluding ignored ones.
  package var total: Int { counts.values.reduce(0, +) }

  package mutating func add(_ kind: Change.Kind, _ number: Int = 1) {
    counts[kind, default: 0] += number
  }
}
