import TaneCore

/// How an environment differs from its fixtures, or from another environment: one value that text,
/// JSON, plans and exit codes render.
public struct EnvironmentDifference: Sendable {
  /// The databases that were compared, sorted by name.
  public let databases: [DatabaseDifference]
  /// The documents that were compared with fixtures, by path, those without a difference included.
  public let documents: [DocumentDifference]
  /// The accounts that were compared with fixtures, by identifier, those without a difference included.
  public let accounts: [AccountDifference]
  /// The objects that differ, sorted by bucket and name.
  public let objects: [ObjectDifference]
  /// The number of objects that are the same.
  public let unchangedObjectCount: Int
  /// The number of objects that differ and do not count.
  public let ignoredObjectCount: Int

  init(
    databases: [DatabaseDifference],
    objects: ObjectDifferences,
    documents: [DocumentDifference] = [],
    accounts: [AccountDifference] = [],
    others: [DatabaseDifference] = [],
    uncheckedPasswordCount: Int = 0
  ) {
    self.databases = databases
    self.documents = documents
    self.accounts = accounts
    self.uncheckedPasswordCount =
      uncheckedPasswordCount + accounts.count(where: \.hasUncheckedPassword)
    trees =
      databases + others
      + [(Address.firestore, documents.map(\.node)), (Address.accounts, accounts.map(\.node))]
      .filter { !$0.1.isEmpty }
      .map { DatabaseDifference(database: $0, nodes: $1) }
    self.objects = objects.differences
    unchangedObjectCount = objects.unchangedCount
    ignoredObjectCount = objects.ignoredCount
  }

  /// The databases, and in the same form the documents as nodes of `firestore` and the accounts as nodes of
  /// `accounts`, if there are some.
  public let trees: [DatabaseDifference]

  /// The number of accounts of which nobody can tell whether the password is that of the fixtures.
  public let uncheckedPasswordCount: Int

  /// Whether nothing differs, extras included.
  public var isEmpty: Bool {
    objects.isEmpty && trees.allSatisfy { $0.changes.isEmpty && $0.extras.isEmpty }
  }

  /// Whether seeding would have nothing to add or change.
  public var isSettled: Bool { objects.isEmpty && trees.allSatisfy(\.changes.isEmpty) }

  /// Whether all that differs are whole numbers that the environment has as the nearest floating-point number.
  public var isOfRoundedNumbers: Bool {
    objects.isEmpty
      && trees.flatMap(\.changes).allSatisfy { change in
        guard let old = change.old, let new = change.new?.integer else { return false }
        return (old.integer.map { Double($0) } ?? old.double) == Double(new)
      }
  }

  /// The number of values that are the same.
  public var unchangedCount: Int { trees.reduce(0) { $0 + $1.unchangedCount } }

  /// The number of nodes that only the environment has.
  public var extraCount: Int { trees.reduce(0) { $0 + $1.extras.count } }
}
