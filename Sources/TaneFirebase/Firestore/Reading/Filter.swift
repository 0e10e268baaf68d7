import TaneCore

/// A condition on documents in the form of Firebase's iOS SDK: a filter on a field, or several joined by "and" or
/// "or".
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

  /// All of some filters hold.
  public static func andFilter(_ filters: [Filter]) -> Filter { Filter(.all(filters)) }

  /// One of some filters holds at least.
  public static func orFilter(_ filters: [Filter]) -> Filter { Filter(.any(filters)) }

  /// A field is a value.
  public static func whereField(_ field: some FieldName, isEqualTo value: Any) -> Filter {
    Filter(field, .equal, value)
  }

  /// A field is there, not null and not a value.
  public static func whereField(_ field: some FieldName, isNotEqualTo value: Any) -> Filter {
    Filter(field, .notEqual, value)
  }

  /// A field is less than a value.
  public static func whereField(_ field: some FieldName, isLessThan value: Any) -> Filter {
    Filter(field, .lessThan, value)
  }

  /// A field is less than a value, or equal.
  public static func whereField(_ field: some FieldName, isLessThanOrEqualTo value: Any) -> Filter {
    Filter(field, .lessThanOrEqual, value)
  }

  /// A field is greater than a value.
  public static func whereField(_ field: some FieldName, isGreaterThan value: Any) -> Filter {
    Filter(field, .greaterThan, value)
  }

  /// A field is greater than a value, or equal; the label is that of Firebase's SDK.
  public static func whereField(_ field: some FieldName, isGreaterOrEqualTo value: Any) -> Filter {
    Filter(field, .greaterThanOrEqual, value)
  }

  /// A field is an array that holds a value.
  public static func whereField(_ field: some FieldName, arrayContains value: Any) -> Filter {
    Filter(field, .arrayContains, value)
  }

  /// A field is an array that holds one of several values.
  public static func whereField(_ field: some FieldName, arrayContainsAny values: [Any]) -> Filter {
    Filter(field, .arrayContainsAny, values)
  }

  /// A field is one of several values.
  public static func whereField(_ field: some FieldName, in values: [Any]) -> Filter {
    Filter(field, .in, values)
  }

  /// A field is there, not null and none of several values.
  public static func whereField(_ field: some FieldName, notIn values: [Any]) -> Filter {
    Filter(field, .notIn, values)
  }
}

extension Query {
  /// Only documents for which a filter holds.
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
  /// A filter as the store takes it; nil where there is nothing to filter by, or it is not valid.
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

  /// Nothing and not-a-number are tested, not compared.
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
