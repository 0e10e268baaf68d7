/// A difference between two sides, from which output, patches, plans and exit codes are derived.
public struct Difference: Sendable {
  /// The compared resources, including unchanged ones, grouped by service and sorted by address.
  public let resources: [ResourceDifference]

  package init(_ resources: [ResourceDifference]) { self.resources = resources }

  /// A Boolean value indicating whether nothing differs; extras count as differences.
  public var isEmpty: Bool { resources.allSatisfy(\.isEmpty) }

  /// A Boolean value indicating whether seeding without pruning would write nothing.
  package var isSettled: Bool { resources.allSatisfy(\.isSettled) }

  /// A Boolean value indicating whether the only differences are integers that the environment
  /// stores as the nearest floating-point number.
  package var hasOnlyRoundedNumbers: Bool {
    resources.allSatisfy { resource in
      resource.written.changes.filter { $0.kind != .extra }.allSatisfy { change in
        guard !resource.isObject, let old = change.old, let new = change.new?.integer
        else { return false }
        return (old.integer.map { Double($0) } ?? old.double) == Double(new)
      }
    }
  }

  /// The number of values that cannot be compared: passwords on both sides.
  package var uncheckedCount: Int { resources.reduce(0) { $0 + $1.uncheckedCount } }

  /// The number of unchanged values.
  package var unchangedValueCount: Int {
    resources.reduce(0) { $0 + ($1.isObject ? 0 : $1.written.unchangedCount) }
  }

  /// The number of unchanged objects.
  package var unchangedObjectCount: Int {
    resources.reduce(0) { $0 + ($1.isObject ? $1.written.unchangedCount : 0) }
  }
}
