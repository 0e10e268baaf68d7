import TaneCore

// `@unchecked Sendable` is safe, because all stored properties, including those of subclasses, are
// `Sendable` constants.
/// A query for the children of a location in a Realtime Database, with the API of the Firebase iOS
/// SDK.
///
/// A query is immutable: each method returns a new query and reads nothing. Using an invalid query,
/// such as one with two orders or a limit of zero, throws a `FirebaseError` with code
/// `invalidQuery` that lists all problems.
///
/// ```swift
/// let newest = try await reference.child("shops")
///   .queryOrdered(byChild: "updated_at").queryLimited(toLast: 10).getData()
/// for shop in newest.children { print(shop.key) }
/// ```
public class DatabaseQuery: @unchecked Sendable, Hashable, CustomStringConvertible {
  let draft: DatabaseQueryDraft

  init(_ draft: DatabaseQueryDraft) { self.draft = draft }

  final var database: DatabaseConnection { draft.database }

  /// The location whose children are queried.
  public final var ref: DatabaseReference {
    DatabaseReference(database: database, path: draft.path)
  }

  /// Returns true if both queries select the same children of the same location in the same order.
  public static func == (left: DatabaseQuery, right: DatabaseQuery) -> Bool {
    left.draft == right.draft
  }

  /// Hashes the location, the order and the limit.
  public final func hash(into hasher: inout Hasher) { hasher.combine(draft) }

  /// The address of the location, such as `shops:/shops/0`.
  public final var description: String { draft.description }
}

extension DatabaseQuery {
  /// Orders by the value at a path below each child; children without such a value come first.
  ///
  /// ```swift
  /// reference.child("shops").queryOrdered(byChild: "rating/average")
  /// ```
  public func queryOrdered(byChild path: String) -> DatabaseQuery {
    let path = TreePath(keysOf: path)
    return changed { query in
      if path.isRoot { query.addProblem("queryOrdered(byChild:) needs the path of a child") }
      query.setOrder(.child(path))
    }
  }

  /// Orders by the children's keys.
  ///
  /// ```swift
  /// reference.child("users").queryOrderedByKey().queryStarting(atValue: "1000002")
  /// ```
  public func queryOrderedByKey() -> DatabaseQuery { changed { $0.setOrder(.key) } }

  /// Orders by the children's values.
  ///
  /// ```swift
  /// reference.child("scores").queryOrderedByValue().queryLimited(toLast: 3)
  /// ```
  public func queryOrderedByValue() -> DatabaseQuery { changed { $0.setOrder(.value) } }

  /// Orders by the children's priorities, then by their keys: the default order.
  ///
  /// ```swift
  /// reference.child("ranking").queryOrderedByPriority().queryLimited(toFirst: 10)
  /// ```
  public func queryOrderedByPriority() -> DatabaseQuery { changed { $0.setOrder(.priority) } }

  /// Selects the first children, at most `limit` of them.
  ///
  /// ```swift
  /// reference.child("shops").queryOrderedByKey().queryLimited(toFirst: 20)
  /// ```
  public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
    changed { $0.setLimit(limit, TreeQuery.Limit.first) }
  }

  /// Selects the last children, at most `limit` of them, without changing their order.
  ///
  /// ```swift
  /// reference.child("messages").queryOrderedByKey().queryLimited(toLast: 50)
  /// ```
  public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
    changed { $0.setLimit(limit, TreeQuery.Limit.last) }
  }

  /// Selects children at or after a value; with a key, excludes children with an equal value and an
  /// earlier key.
  ///
  /// ```swift
  /// reference.child("shops").queryOrdered(byChild: "rating").queryStarting(atValue: 4)
  /// ```
  public func queryStarting(atValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    changed { $0.setStart(value, childKey, isInclusive: true) }
  }

  /// Selects children after a value; with a key, includes children with an equal value and a later
  /// key.
  ///
  /// ```swift
  /// reference.child("users").queryOrderedByKey().queryStarting(afterValue: lastKey)
  /// ```
  public func queryStarting(afterValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    changed { $0.setStart(value, childKey, isInclusive: false) }
  }

  /// Selects children at or before a value; with a key, excludes children with an equal value and a
  /// later key.
  ///
  /// ```swift
  /// reference.child("shops").queryOrdered(byChild: "price").queryEnding(atValue: 1000)
  /// ```
  public func queryEnding(atValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    changed { $0.setEnd(value, childKey, isInclusive: true) }
  }

  /// Selects children before a value; with a key, includes children with an equal value and an
  /// earlier key.
  ///
  /// ```swift
  /// reference.child("shops").queryOrdered(byChild: "price").queryEnding(beforeValue: 1000)
  /// ```
  public func queryEnding(beforeValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    changed { $0.setEnd(value, childKey, isInclusive: false) }
  }

  /// Selects children with a given value; with a key, only the child with that key.
  ///
  /// ```swift
  /// reference.child("users").queryOrdered(byChild: "user_rank").queryEqual(toValue: "gold")
  /// ```
  public func queryEqual(toValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    changed { query in
      query.setStart(value, childKey, isInclusive: true)
      query.setEnd(value, childKey, isInclusive: true)
    }
  }

  private func changed(_ change: (inout DatabaseQueryDraft) -> Void) -> DatabaseQuery {
    var draft = draft
    change(&draft)
    return DatabaseQuery(draft)
  }
}

extension DatabaseQueryDraft {
  fileprivate mutating func setOrder(_ order: TreeQuery.Order) {
    if self.order != nil { addProblem("the query has two orders; use one") }
    self.order = order
  }

  fileprivate mutating func setLimit(
    _ limit: UInt,
    _ kind: (Int) -> TreeQuery.Limit
  ) {
    if self.limit != nil { addProblem("the query has two limits; use one") }
    if limit == 0 { addProblem("a limit of 0 selects nothing; request at least 1 child") }
    self.limit = kind(Int(clamping: limit))
  }

  fileprivate mutating func setStart(_ value: Any?, _ childKey: String?, isInclusive: Bool) {
    if start != nil { addProblem("the query has two starts; use one") }
    start = bound(value, childKey, isInclusive: isInclusive)
  }

  fileprivate mutating func setEnd(_ value: Any?, _ childKey: String?, isInclusive: Bool) {
    if end != nil { addProblem("the query has two ends; use one") }
    end = bound(value, childKey, isInclusive: isInclusive)
  }

  private mutating func bound(
    _ value: Any?,
    _ childKey: String?,
    isInclusive: Bool
  ) -> TreeQuery.Bound {
    let tree =
      (try? DatabaseValueConverter.tree(of: value, at: path, of: database.name)) ?? Tree([])
    if tree.kind.isContainer {
      let kind = value.map { "\(type(of: $0))" } ?? "nil"
      addProblem("a range bound must be a string, a number, a boolean or nil, not \(kind)")
    }
    return TreeQuery.Bound(tree, key: childKey, isInclusive: isInclusive)
  }
}
