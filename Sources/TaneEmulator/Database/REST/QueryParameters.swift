import TaneCore

/// A parser for the query in a request's parameters.
enum QueryParameters {
  private static let ranges = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"]
  private static let limits = ["limitToFirst", "limitToLast"]

  /// Returns the query of a request, or nil if it requests the whole node.
  ///
  /// A shallow request accepts a limit and a start key without an order, as the Firebase CLI sends
  /// them.
  static func query(
    of target: RequestTarget,
    isShallow: Bool
  ) throws(DatabaseFailure) -> DatabaseQuery? {
    let hasRangeOrLimit = (ranges + limits).contains { target[$0] != nil }
    guard let orderBy = target["orderBy"] else {
      guard hasRangeOrLimit else { return nil }
      guard isShallow else {
        throw DatabaseFailure("orderBy must be defined when other query parameters are defined")
      }
      return try shallowQuery(of: target)
    }
    guard !isShallow else {
      throw DatabaseFailure("Mixing 'shallow' and querying parameters is not supported")
    }
    var query = DatabaseQuery(index: try index(orderBy))
    try readRange(of: target, into: &query)
    query.limit = try limit(of: target)
    return query
  }

  private static func shallowQuery(
    of target: RequestTarget
  ) throws(DatabaseFailure) -> DatabaseQuery {
    var query = DatabaseQuery(index: .key)
    if let key = target["startAfter"] {
      query.start = DatabaseQuery.Bound(value: ScalarValue(key), isInclusive: false)
    }
    query.limit = try limit(of: target)
    return query
  }

  private static func index(_ text: String) throws(DatabaseFailure) -> DatabaseQuery.Index {
    let problem = DatabaseFailure("orderBy must be a valid JSON encoded path")
    guard let name = (try? DatabaseDataParser.tree(of: Array(text.utf8)))?.string else {
      throw problem
    }
    switch name {
    case "$key": return .key
    case "$value": return .value
    case "$priority": return .priority
    default:
      let path = TreePath(name.split(separator: "/").map(String.init))
      guard !path.isRoot, (try? DataValidator.check(path, allowsPriority: false)) != nil
      else { throw problem }
      return .child(path)
    }
  }

  private static func readRange(
    of target: RequestTarget,
    into query: inout DatabaseQuery
  ) throws(DatabaseFailure) {
    if let text = target["equalTo"] {
      guard ranges.dropLast().allSatisfy({ target[$0] == nil }) else {
        throw DatabaseFailure(
          "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
        )
      }
      query.start = try bound(text, query.index, isInclusive: true)
      query.end = query.start
      return
    }
    query.start = try end(of: target, "startAt", "startAfter", query.index)
    query.end = try end(of: target, "endAt", "endBefore", query.index)
  }

  private static func end(
    of target: RequestTarget,
    _ inclusive: String,
    _ exclusive: String,
    _ index: DatabaseQuery.Index
  ) throws(DatabaseFailure) -> DatabaseQuery.Bound? {
    switch (target[inclusive], target[exclusive]) {
    case (nil, nil): return nil
    case (let text?, nil): return try bound(text, index, isInclusive: true)
    case (nil, let text?): return try bound(text, index, isInclusive: false)
    case (_?, _?):
      throw DatabaseFailure("Only one of \(inclusive) and \(exclusive) may be specified")
    }
  }

  /// Parses a value and, after a comma, an optional key to distinguish equal values.
  private static func bound(
    _ text: String,
    _ index: DatabaseQuery.Index,
    isInclusive: Bool
  ) throws(DatabaseFailure) -> DatabaseQuery.Bound {
    guard let parts = try? DatabaseDataParser.tree(of: Array("[\(text)]".utf8)).children,
      let first = parts.first, let value = ScalarValue(first)
    else { throw DatabaseFailure("Constraint index field must be a JSON primitive") }
    if index == .key, value.tree.string == nil {
      throw DatabaseFailure("Provided key index type is invalid, must be string")
    }
    var bound = DatabaseQuery.Bound(value: value, isInclusive: isInclusive)
    if parts.count > 1 {
      guard parts.count == 2, let key = parts[1].string,
        DatabaseQuery.Bound.isKeyPlaceholder(key)
          || (try? DataValidator.check(TreePath([key]), allowsPriority: false)) != nil
      else { throw DatabaseFailure("Constraint key field must be a valid key name") }
      bound.key = key
    }
    return bound
  }

  private static func limit(
    of target: RequestTarget
  ) throws(DatabaseFailure) -> DatabaseQuery.Limit? {
    switch (target["limitToFirst"], target["limitToLast"]) {
    case (nil, nil): return nil
    case (let text?, nil): return .first(try count(text, "limitToFirst"))
    case (nil, let text?): return .last(try count(text, "limitToLast"))
    case (_?, _?):
      throw DatabaseFailure("Only one of limitToFirst and limitToLast may be specified")
    }
  }

  private static func count(_ text: String, _ name: String) throws(DatabaseFailure) -> Int {
    guard let count = Int(text) else { throw DatabaseFailure("\(name) must be an integer") }
    guard count > 0 else { throw DatabaseFailure("\(name) must be positive") }
    return count
  }
}
