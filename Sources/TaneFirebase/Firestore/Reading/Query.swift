import TaneCore

// `@unchecked Sendable` is safe, because all stored properties, including those of subclasses, are
// `Sendable` constants.
/// A query for a collection's documents, with the API of the Firebase iOS SDK.
///
/// A query is immutable: each method returns a new query and reads nothing. Using an invalid query
/// throws a `FirestoreError` with code `invalidArgument`. Fields are named by strings with dots
/// between the names of nested fields, such as `place.city`; `FieldPath.documentID()` is the
/// document's identifier.
///
/// ```swift
/// let query = firestore.collection("posts").whereField("roomID", isEqualTo: "a")
///   .order(by: "createdAt", descending: true).limit(to: 20)
/// ```
public class Query: @unchecked Sendable, Hashable, CustomStringConvertible {
  let draft: QueryDraft

  init(_ draft: QueryDraft) { self.draft = draft }

  /// The database that the query reads.
  public final var firestore: Firestore { draft.firestore }

  /// Returns true if both queries have the same collection, conditions, orders and limits in the
  /// same environment.
  public static func == (left: Query, right: Query) -> Bool { left.draft == right.draft }

  /// Hashes the collection and the orders.
  public final func hash(into hasher: inout Hasher) { hasher.combine(draft) }

  /// The address of the collection, or the identifier of a collection group.
  public final var description: String { draft.description }
}

extension Query {
  /// Returns the query limited to documents with a field equal to a value.
  ///
  /// ```swift
  /// posts.whereField("roomID", isEqualTo: "a")
  /// ```
  public func whereField(_ field: some FieldName, isEqualTo value: Any) -> Query {
    filtered(field, .equal, value)
  }

  /// Returns the query limited to documents with a field that exists, is not null and differs from
  /// a value.
  ///
  /// ```swift
  /// posts.whereField("uid", isNotEqualTo: me)
  /// ```
  public func whereField(_ field: some FieldName, isNotEqualTo value: Any) -> Query {
    filtered(field, .notEqual, value)
  }

  /// Returns the query limited to documents with a field less than a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isLessThan: 80)
  /// ```
  public func whereField(_ field: some FieldName, isLessThan value: Any) -> Query {
    filtered(field, .lessThan, value)
  }

  /// Returns the query limited to documents with a field less than or equal to a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isLessThanOrEqualTo: 80)
  /// ```
  public func whereField(_ field: some FieldName, isLessThanOrEqualTo value: Any) -> Query {
    filtered(field, .lessThanOrEqual, value)
  }

  /// Returns the query limited to documents with a field greater than a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isGreaterThan: 80)
  /// ```
  public func whereField(_ field: some FieldName, isGreaterThan value: Any) -> Query {
    filtered(field, .greaterThan, value)
  }

  /// Returns the query limited to documents with a field greater than or equal to a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isGreaterThanOrEqualTo: 80)
  /// ```
  public func whereField(_ field: some FieldName, isGreaterThanOrEqualTo value: Any) -> Query {
    filtered(field, .greaterThanOrEqual, value)
  }

  /// Returns the query limited to documents with an array that contains a value.
  ///
  /// ```swift
  /// posts.whereField("tags", arrayContains: "aufguss")
  /// ```
  public func whereField(_ field: some FieldName, arrayContains value: Any) -> Query {
    filtered(field, .arrayContains, value)
  }

  /// Returns the query limited to documents with an array that contains at least one of several
  /// values.
  ///
  /// ```swift
  /// posts.whereField("tags", arrayContainsAny: ["aufguss", "löyly"])
  /// ```
  public func whereField(_ field: some FieldName, arrayContainsAny values: [Any]) -> Query {
    filtered(field, .arrayContainsAny, values)
  }

  /// Returns the query limited to documents with a field equal to one of several values.
  ///
  /// ```swift
  /// posts.whereField("roomID", in: ["a", "b"])
  /// ```
  public func whereField(_ field: some FieldName, in values: [Any]) -> Query {
    filtered(field, .in, values)
  }

  /// Returns the query limited to documents with a field that exists, is not null and equals none
  /// of several values.
  ///
  /// ```swift
  /// posts.whereField("roomID", notIn: ["a", "b"])
  /// ```
  public func whereField(_ field: some FieldName, notIn values: [Any]) -> Query {
    filtered(field, .notIn, values)
  }

  /// Returns the query ordered by a field, after existing orders; documents without the field are
  /// omitted.
  ///
  /// ```swift
  /// posts.order(by: "createdAt", descending: true)
  /// ```
  public func order(by field: some FieldName, descending: Bool = false) -> Query {
    changed { query in
      guard let path = query.path(field) else { return }
      if query.query.start != nil || query.query.end != nil {
        query.addProblem("order(by:) must precede start(…) and end(…)")
      }
      query.query.orders.append(DocumentQuery.Order(path, isDescending: descending))
    }
  }

  /// Returns the query limited to the first `limit` documents.
  ///
  /// ```swift
  /// posts.order(by: "createdAt").limit(to: 20)
  /// ```
  public func limit(to limit: Int) -> Query { limited(limit, isLimitedToLast: false) }

  /// Returns the query limited to the last `limit` documents; requires an order, which is
  /// preserved.
  ///
  /// ```swift
  /// posts.order(by: "createdAt").limit(toLast: 20)
  /// ```
  public func limit(toLast limit: Int) -> Query { limited(limit, isLimitedToLast: true) }

  private func limited(_ limit: Int, isLimitedToLast: Bool) -> Query {
    changed { query in
      if limit <= 0 {
        query.addProblem("a limit of \(limit) selects nothing; request at least 1 document")
      }
      query.query.limit = limit
      query.isLimitedToLast = isLimitedToLast
    }
  }

  private func filtered(
    _ field: some FieldName,
    _ comparison: DocumentFilter.Comparison,
    _ value: Any
  ) -> Query {
    whereFilter(Filter(field, comparison, value))
  }

  func changed(_ change: (inout QueryDraft) -> Void) -> Query {
    var draft = draft
    change(&draft)
    return Query(draft)
  }
}
