import TaneCore

/// How an environment differs from its fixtures, or from another environment: one value that text,
/// JSON, plans and exit codes render.
public struct EnvironmentDifference: Sendable {
  /// The databases that were compared, sorted by name.
  public let databases: [DatabaseDifference]
  /// The objects that differ, sorted by bucket and name.
  public let objects: [ObjectDifference]
  /// The number of objects that are the same.
  public let unchangedObjectCount: Int
  /// The number of objects that differ and do not count.
  public let ignoredObjectCount: Int

  init(databases: [DatabaseDifference], objects: ObjectDifferences) {
    self.databases = databases
    self.objects = objects.differences
    unchangedObjectCount = objects.unchangedCount
    ignoredObjectCount = objects.ignoredCount
  }

  /// Whether nothing differs, extras included.
  public var isEmpty: Bool {
    objects.isEmpty && databases.allSatisfy { $0.changes.isEmpty && $0.extras.isEmpty }
  }

  /// Whether seeding would have nothing to add or change.
  public var isSettled: Bool { objects.isEmpty && databases.allSatisfy(\.changes.isEmpty) }

  /// The number of values that are the same.
  public var unchangedCount: Int { databases.reduce(0) { $0 + $1.unchangedCount } }

  /// The number of nodes that only the environment has.
  public var extraCount: Int { databases.reduce(0) { $0 + $1.extras.count } }
}
