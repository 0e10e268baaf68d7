import TaneCore

/// The location, order, range and limit of a query, and the problems found in them.
struct DatabaseQueryDraft: Sendable {
  let database: DatabaseConnection
  /// The path of the queried children's parent.
  let path: TreePath
  var order: TreeQuery.Order?
  var start: TreeQuery.Bound?
  var end: TreeQuery.Bound?
  var limit: TreeQuery.Limit?
  private(set) var problems: [String] = []

  /// A Boolean value indicating whether the query has no order, range or limit, like a reference.
  var isUnconstrained: Bool { order == nil && start == nil && end == nil && limit == nil }

  /// The query that is passed to the store.
  var treeQuery: TreeQuery {
    TreeQuery(order: order ?? .priority, start: start, end: end, limit: limit)
  }

  mutating func addProblem(_ problem: String) { problems.append(problem) }

  /// Throws an error with all problems of the query.
  func check() throws {
    var problems = problems
    if order == .key {
      for bound in [start, end].compactMap(\.self) {
        if bound.value.kind != .string {
          problems.append("range bounds must be strings in a query ordered by key")
        }
        if bound.key != nil {
          problems.append("a range cannot have a childKey in a query ordered by key")
        }
      }
    }
    guard !problems.isEmpty else { return }
    var seen: Set<String> = []
    let lines = problems.filter { seen.insert($0).inserted }.map { "\(self): \($0)" }
    throw FirebaseError(.invalidQuery, lines.joined(separator: "\n"))
  }
}

extension DatabaseQueryDraft: Hashable, CustomStringConvertible {
  static func == (left: DatabaseQueryDraft, right: DatabaseQueryDraft) -> Bool {
    left.path == right.path && left.database.name == right.database.name
      && left.database.environment == right.database.environment
      && left.order == right.order && left.limit == right.limit
      && areSame(left.start, right.start) && areSame(left.end, right.end)
      && left.problems == right.problems
  }

  private static func areSame(_ left: TreeQuery.Bound?, _ right: TreeQuery.Bound?) -> Bool {
    left?.value == right?.value && left?.key == right?.key
      && left?.isInclusive == right?.isInclusive
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(database.name)
    hasher.combine(database.environment)
    hasher.combine(order)
    hasher.combine(limit)
  }

  var description: String { Address(service: database.name, path: path).description }
}
