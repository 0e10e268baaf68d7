import TaneCore

/// A query under construction, and the problems found in it.
struct QueryDraft: Sendable {
  let firestore: Firestore
  var query: DocumentQuery
  /// A Boolean value indicating whether the limit selects the last documents, which are still
  /// returned in the query's order.
  var isLimitedToLast = false
  private(set) var problems: [String] = []

  mutating func addProblem(_ problem: String) { problems.append(problem) }

  func storedQuery() throws(FirestoreError) -> DocumentQuery {
    var query = query
    if isLimitedToLast { query.reverse() }
    let missingOrderMessage =
      isLimitedToLast && self.query.orders.isEmpty ? Self.missingOrderMessage : nil
    if let violation = missingOrderMessage ?? query.violation, problems.isEmpty {
      throw FirestoreError(.invalidArgument, "\(self): \(violation)")
    }
    guard problems.isEmpty else {
      let lines = problems.map { "\(self): \($0)" }
      throw FirestoreError(.invalidArgument, lines.joined(separator: "\n"))
    }
    return query
  }

  private static let missingOrderMessage = "limit(toLast:) requires an order(by:)."
}

extension QueryDraft: Hashable, CustomStringConvertible {
  static func == (left: QueryDraft, right: QueryDraft) -> Bool {
    left.query == right.query && left.isLimitedToLast == right.isLimitedToLast
      && left.firestore.environment == right.firestore.environment
      && left.problems == right.problems
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(query.parent)
    hasher.combine(query.collectionID)
    hasher.combine(query.orders)
  }

  /// The address of the collection, or the identifier of a collection group.
  var description: String {
    let id = query.collectionID ?? ""
    return query.includesDescendants
      ? "firestore:/…/\(id)" : query.parent.appending(id).address.description
  }
}

extension DocumentQuery {
  /// Reverses the query, so that its last documents come first.
  fileprivate mutating func reverse() {
    let all = allOrders
    orders = all.map { Order($0.path, isDescending: !$0.isDescending) }
    (start, end) = (
      end.map { Cursor(values: $0.values, isBefore: !$0.isBefore) },
      start.map { Cursor(values: $0.values, isBefore: !$0.isBefore) }
    )
  }
}
