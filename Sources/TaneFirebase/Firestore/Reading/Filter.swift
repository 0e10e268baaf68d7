import TaneCore

/// A document filter, with the API of the Firebase iOS SDK: a comparison of a field, or filters
/// combined with "and" or "or".
///
/// ```swift
/// let cheap = Filter.whereField("price", isLessThan: 900)
/// let good = Filter.whereField("stars", isGreaterThan: 4)
/// let shops = firestore.collection("shops").whereFilter(.orFilter([cheap, good]))
/// ```
public struct Filter {
  fileprivate indirect enum Kind {
    case all([Filter])
    case any([Filter])
    case field(any FieldName, DocumentFilter.Comparison, Any)
  }

  fileprivate let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  init(_ field: some FieldName, _ comparison: DocumentFilter.Comparison, _ value: Any) {
    kind = .field(field, comparison, value)
  }

  /// Returns a filter for documents that match all of the filters.
  public static func andFilter(_ filters: [Filter]) -> Filter { Filter(.all(filters)) }

  /// Returns a filter for documents that match at least one of the filters.
  public static func orFilter(_ filters: [Filter]) -> Filter { Filter(.any(filters)) }

  /// Returns a filter for documents with a field equal to a value.
  public static func whereField(_ field: some FieldName, isEqualTo value: Any) -> Filter {
    Filter(field, .equal, value)
  }

  /// Returns a filter for documents with a field that exists, is not null and differs from a value.
  public static func whereField(_ field: some FieldName, isNotEqualTo value: Any) -> Filter {
    Filter(field, .notEqual, value)
  }

  /// Returns a filter for documents with a field less than a value.
  public static func whereField(_ field: some FieldName, isLessThan value: Any) -> Filter {
    Filter(field, .lessThan, value)
  }

  /// Returns a filter for documents with a field less than or equal to a value.
  public static func whereField(_ field: some FieldName, isLessThanOrEqualTo value: Any) -> Filter {
    Filter(field, .lessThanOrEqual, value)
  }

  /// Returns a filter for documents with a field greater than a value.
  public static func whereField(_ field: some FieldName, isGreaterThan value: Any) -> Filter {
    Filter(field, .greaterThan, value)
  }

  /// Returns a filter for documents with a field greater than or equal to a value; the label
  /// matches the Firebase SDK.
  public static func whereField(_ field: some FieldName, isGreaterOrEqualTo value: Any) -> Filter {
    Filter(field, .greaterThanOrEqual, value)
  }

  /// Returns a filter for documents with an array that contains a value.
  public static func whereField(_ field: some FieldName, arrayContains value: Any) -> Filter {
    Filter(field, .arrayContains, value)
  }

  /// Returns a filter for documents with an array that contains at least one of several values.
  public static func whereField(_ field: some FieldName, arrayContainsAny values: [Any]) -> Filter {
    Filter(field, .arrayContainsAny, values)
  }

  /// Returns a filter for documents with a field equal to one of several values.
  public static func whereField(_ field: some FieldName, in values: [Any]) -> Filter {
    Filter(field, .in, values)
  }

  /// Returns a filter for documents with a field that exists, is not null and equals none of
  /// several values.
  public static func whereField(_ field: some FieldName, notIn values: [Any]) -> Filter {
    Filter(field, .notIn, values)
  }
}

extension Query {
  /// Returns the query limited to documents that match a filter.
  ///
  /// ```swift
  /// let published = posts.whereFilter(.whereField("isPublic", isEqualTo: true))
  /// ```
  public func whereFilter(_ filter: Filter) -> Query {
    changed { query in
      guard let filter = query.stored(filter) else { return }
      switch query.query.filter {
      case nil: query.query.filter = filter
      case .all(let filters)?: query.query.filter = .all(filters + [filter])
      case let other?: query.query.filter = .all([other, filter])
      }
    }
  }
}

extension QueryDraft {
  /// Converts a filter to the type that stores use, or returns nil if it is empty or invalid.
  fileprivate mutating func stored(_ filter: Filter) -> DocumentFilter? {
    switch filter.kind {
    case .all(let filters): return joined(filters, DocumentFilter.all)
    case .any(let filters): return joined(filters, DocumentFilter.any)
    case .field(let field, let comparison, let value):
      guard let path = path(field), let operand = operand(value, for: path) else { return nil }
      return Self.filter(path, comparison, operand)
    }
  }

  private mutating func joined(
    _ filters: [Filter],
    _ join: ([DocumentFilter]) -> DocumentFilter
  ) -> DocumentFilter? {
    var parts: [DocumentFilter] = []
    for filter in filters {
      if let part = stored(filter) { parts.append(part) }
    }
    return parts.count > 1 ? join(parts) : parts.first
  }

  /// Returns a field test for equality or inequality with null or NaN, and a comparison otherwise.
  private static func filter(
    _ path: FieldPath,
    _ comparison: DocumentFilter.Comparison,
    _ operand: DocumentValue
  ) -> DocumentFilter {
    switch (comparison, operand) {
    case (.equal, .null): .test(path, .isNull)
    case (.notEqual, .null): .test(path, .isNotNull)
    case (.equal, .double(let number)) where number.isNaN: .test(path, .isNaN)
    case (.notEqual, .double(let number)) where number.isNaN: .test(path, .isNotNaN)
    default: .field(path, comparison, operand)
    }
  }
}
