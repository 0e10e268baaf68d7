import TaneCore

/// A source of documents that can be read, queried and observed: a collection, or a query of a collection.
///
/// In Firebase's SDK a collection is a kind of query; here both have the same methods. Fields are named by
/// text, with dots on the way into maps: `place.city`; the document's own identifier by
/// `FieldPath.documentID()`.
public protocol FirestoreQueryable: Sendable {
  /// The query; that of a collection means all of its documents.
  var asQuery: Query { get }
}

extension Query: FirestoreQueryable {
  /// The query itself.
  public var asQuery: Query { self }
}

extension CollectionReference: FirestoreQueryable {
  /// The query of all documents of the collection.
  public var asQuery: Query {
    let stored = DocumentQuery(parent: storedPath.parent, collectionID: storedPath.id)
    var query = Query(firestore: firestore, query: stored)
    if !storedPath.isCollection {
      query.refuse("a collection's path has an odd number of segments: name a collection")
    }
    return query
  }
}

extension FirestoreQueryable {
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

  func changed(_ change: (inout Query) -> Void) -> Query {
    var query = asQuery
    change(&query)
    return query
  }
}
