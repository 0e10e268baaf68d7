package import TaneCore

/// Differences in numbers.
package struct DifferenceCounts: Equatable {
  private var counts: [Change.Kind: Int] = [:]
  /// The number of differences that do not count.
  package var ignored = 0
  /// The number of values that are the same.
  package var unchangedValues = 0
  /// The number of objects that are the same; nil where none were compared.
  package var unchangedObjects: Int?

  /// The number of passwords on both sides, of which nobody can tell whether they are the same.
  package var uncheckedPasswords = 0

  package init() {}

  /// Counts what differs, in the form for people.
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

  /// The number of all differences that count.
  package var total: Int { counts.values.reduce(0, +) }

  package mutating func add(_ kind: Change.Kind, _ number: Int = 1) {
    counts[kind, default: 0] += number
  }
}
