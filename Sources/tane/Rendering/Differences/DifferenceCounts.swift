import TaneCore

/// Differences in numbers.
struct DifferenceCounts: Equatable {
  private var counts: [Change.Kind: Int] = [:]
  /// The number of differences that do not count.
  var ignored = 0
  /// The number of values that are the same.
  var unchangedValues = 0
  /// The number of objects that are the same; nil where none were compared.
  var unchangedObjects: Int?

  /// The number of passwords on both sides, of which nobody can tell whether they are the same.
  var uncheckedPasswords = 0

  init() {}

  /// Counts what differs, in the form for people.
  init(of difference: Difference, countsObjects: Bool) {
    for resource in difference.resources {
      let form = resource.form()
      form.changes.forEach { add($0.kind) }
      ignored += form.ignoredCount
      if !resource.isObject { unchangedValues += form.unchangedCount }
    }
    unchangedObjects = countsObjects ? difference.unchangedObjectCount : nil
    uncheckedPasswords = difference.uncheckedCount
  }

  subscript(kind: Change.Kind) -> Int { counts[kind] ?? 0 }

  /// The number of all differences that count.
  var total: Int { counts.values.reduce(0, +) }

  mutating func add(_ kind: Change.Kind, _ number: Int = 1) {
    counts[kind, default: 0] += number
  }
}
