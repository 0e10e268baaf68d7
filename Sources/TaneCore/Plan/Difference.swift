/// A difference between two sides, the basis of text, JSON, patches, plans and exit codes.
public struct Difference: Sendable {
  /// The compared resources, including equal ones: service by service, in the order of addresses.
  public let resources: [ResourceDifference]

  package init(_ resources: [ResourceDifference]) { self.resources = resources }

  /// A Boolean value indicating whether nothing differs, extras included.
  public var isEmpty: Bool { resources.allSatisfy(\.isEmpty) }

  /// A Boolean value indicating whether seeding would add or change nothing.
  package var isSettled: Bool { resources.allSatisfy(\.isSettled) }

  /// A Boolean value indicating whether the sides differ only in integers that the environment
  /// stores as the nearest floating-point number.
  package var isOfRoundedNumbers: Bool {
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
