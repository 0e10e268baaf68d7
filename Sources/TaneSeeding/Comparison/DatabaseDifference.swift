public import TaneCore

/// How a database differs from what fixtures, or another environment, say of it.
public struct DatabaseDifference: Sendable {
  /// The database's name in the profile.
  public let database: String
  /// The nodes that were compared, those without a difference included.
  public let nodes: [NodeDifference]
  /// What differs, from the old side to the new one; against fixtures, what seeding adds and changes.
  public let changes: [Change]
  /// What is below an owned node in the environment and not in the fixtures, lists apart: what a list has
  /// beyond its fixture is among the changes.
  public let extras: [Change]

  /// Sums up nodes.
  init(database: String, nodes: [NodeDifference]) {
    self.database = database
    self.nodes = nodes
    let changes = nodes.flatMap(\.written.changes)
    self.changes = changes.filter { $0.kind != .extra }
    extras = changes.filter { $0.kind == .extra }
  }

  /// The number of values that are the same.
  public var unchangedCount: Int { nodes.reduce(0) { $0 + $1.written.unchangedCount } }
}
