import TaneCore

// Sendable by its one constant, which is; the compiler takes that of final classes alone.
/// Some documents of a collection, in an order, in the shape of Firebase's own iOS SDK.
///
/// A query never changes: each method makes another one, and reads nothing. What cannot be asked throws a
/// `FirestoreError` of code `invalidArgument` when the query is used. Fields are named by text, with dots on the way
/// into maps: `place.city`; the document's own identifier by `FieldPath.documentID()`.
///
/// ```swift
/// let query = firestore.collection("posts").whereField("roomID", isEqualTo: "a")
///   .order(by: "createdAt", descending: true).limit(to: 20)
/// ```
public class Query: @unchecked Sendable, Hashable, CustomStringConvertible {
  let draft: QueryDraft

  init(_ draft: QueryDraft) { self.draft = draft }

  /// The database.
  public final var firestore: Firestore { draft.firestore }

  /// Returns true if both queries are equal and belong to the same environment.
  public static func == (left: Query, right: Query) -> Bool { left.draft == right.draft }

  /// Adds the collection and the orders to a hash.
  public final func hash(into hasher: inout Hasher) { hasher.combine(draft) }

  /// The address of the collection; of a group, its identifier.
  public final var description: String { draft.description }
}

extension Query {
  /// Only documents whose field is a value.
  ///
  /// ```swift
  /// posts.whereField("roomID", isEqualTo: "a")
  /// ```
  public func whereField(_ field: some FieldName, isEqualTo value: Any) -> Query {
    filtered(field, .equal, value)
  }

  /// Only documents whose field is there, not null and not a value.
  ///
  /// ```swift
  /// posts.whereField("uid", isNotEqualTo: me)
  /// ```
  public func whereField(_ field: some FieldName, isNotEqualTo value: Any) -> Query {
    filtered(field, .notEqual, value)
  }

  /// Only documents whose field is less than a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isLessThan: 80)
  /// ```
  public func whereField(_ field: some FieldName, isLessThan value: Any) -> Query {
    filtered(field, .lessThan, value)
  }

  /// Only documents whose field is less than a value, or equal.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isLessThanOrEqualTo: 80)
  /// ```
  public func whereField(_ field: some FieldName, isLessThanOrEqualTo value: Any) -> Query {
    filtered(field, .lessThanOrEqual, value)
  }

  /// Only documents whose field is greater than a value.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isGreaterThan: 80)
  /// ```
  public func whereField(_ field: some FieldName, isGreaterThan value: Any) -> Query {
    filtered(field, .greaterThan, value)
  }

  /// Only documents whose field is greater than a value, or equal.
  ///
  /// ```swift
  /// saunas.whereField("temperature", isGreaterThanOrEqualTo: 80)
  /// ```
  public func whereField(_ field: some FieldName, isGreaterThanOrEqualTo value: Any) -> Query {
    filtered(field, .greaterThanOrEqual, value)
  }

  /// Only documents whose field is an array that holds a value.
  ///
  /// ```swift
  /// posts.whereField("tags", arrayContains: "aufguss")
  /// ```
  public func whereField(_ field: some FieldName, arrayContains value: Any) -> Query {
    filtered(field, .arrayContains, value)
  }

  /// Only documents whose field is an array that holds one of several values.
  ///
  /// ```swift
  /// posts.whereField("tags", arrayContainsAny: ["aufguss", "löyly"])
  /// ```
  public func whereField(_ field: some FieldName, arrayContainsAny values: [Any]) -> Query {
    filtered(field, .arrayContainsAny, values)
  }

  /// Only documents whose field is one of several values.
  ///
  /// ```swift
  /// posts.whereField("roomID", in: ["a", "b"])
  /// ```
  public func whereField(_ field: some FieldName, in values: [Any]) -> Query {
    filtered(field, .in, values)
  }

  /// Only documents whose field is there, not null and none of several values.
  ///
  /// ```swift
  /// posts.whereField("roomID", notIn: ["a", "b"])
  /// ```
  public func whereField(_ field: some FieldName, notIn values: [Any]) -> Query {
    filtered(field, .notIn, values)
  }

  /// Orders by a field, after the orders named before; documents without the field are left out.
  ///
  /// ```swift
  /// posts.order(by: "createdAt", descending: true)
  /// ```
  public func order(by field: some FieldName, descending: Bool = false) -> Query {
    changed { query in
      guard let path = query.path(field) else { return }
      if query.query.start != nil || query.query.end != nil {
        query.refuse("order(by:) stands before start(…) and end(…)")
      }
      query.query.orders.append(DocumentQuery.Order(path, isDescending: descending))
    }
  }

  /// Only the first documents.
  ///
  /// ```swift
  /// posts.order(by: "createdAt").limit(to: 20)
  /// ```
  public func limit(to limit: Int) -> Query { limited(limit, isFromEnd: false) }

  /// Only the last documents, in the same order, which must be named.
  ///
  /// ```swift
  /// posts.order(by: "createdAt").limit(toLast: 20)
  /// ```
  public func limit(toLast limit: Int) -> Query { limited(limit, isFromEnd: true) }

  private func limited(_ limit: Int, isFromEnd: Bool) -> Query {
    changed { query in
      if limit <= 0 {
        query.refuse("a limit of \(limit) selects nothing; ask for 1 document at least")
      }
      query.query.limit = limit
      query.isFromEnd = isFromEnd
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
