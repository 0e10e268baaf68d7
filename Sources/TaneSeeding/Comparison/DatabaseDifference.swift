public import TaneCore

/// How a database differs from what fixtures, or another environment, say of it.
public struct DatabaseDifference: Sendable {
  /// The database's name in the profile.
  public let database: String
  /// What differs, from the old side to the new one; against fixtures, what seeding adds and changes.
  public let changes: [Change]
  /// What is below an owned node in the environment and not in the fixtures: `removed` changes.
  public let extras: [Change]
  /// The number of values that are the same.
  public let unchangedCount: Int
}
