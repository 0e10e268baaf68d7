/// What differs between two sides: one value that text, JSON, patches, plans and exit codes render.
public struct Difference: Sendable {
  /// The resources that were compared, those without a difference included: service by service, in the order
  /// of addresses.
  public let resources: [ResourceDifference]

  /// Sums up resources.
  public init(_ resources: [ResourceDifference]) { self.resources = resources }

  /// Whether nothing differs, extras included.
  public var isEmpty: Bool { resources.allSatisfy(\.isEmpty) }

  /// Whether seeding would have nothing to add or change.
  public var isSettled: Bool { resources.allSatisfy(\.isSettled) }

  /// Whether all that differs are whole numbers that the environment has as the nearest floating-point number.
  public var isOfRoundedNumbers: Bool {
    resources.allSatisfy { resource in
      resource.written.changes.filter { $0.kind != .extra }.allSatisfy { change in
        guard !resource.isObject, let old = change.old, let new = change.new?.integer
        else { return false }
        return (old.integer.map { Double($0) } ?? old.double) == Double(new)
      }
    }
  }

  /// The number of values that nobody can compare: passwords on both sides.
  public var uncheckedCount: Int { resources.reduce(0) { $0 + $1.uncheckedCount } }

  /// The number of values that are the same.
  public var unchangedValueCount: Int {
    resources.reduce(0) { $0 + ($1.isObject ? 0 : $1.written.unchangedCount) }
  }

  /// The number of objects that are the same.
  public var unchangedObjectCount: Int {
    resources.reduce(0) { $0 + ($1.isObject ? $1.written.unchangedCount : 0) }
  }
}
