package import TaneCore

/// The names and numbers of filter operators in the Firestore API.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
extension DocumentFilter.Comparison {
  /// The operators of field filters.
  package static let operators: [(name: String, number: Int64, value: Self)] = [
    ("LESS_THAN", 1, .lessThan), ("LESS_THAN_OR_EQUAL", 2, .lessThanOrEqual),
    ("GREATER_THAN", 3, .greaterThan), ("GREATER_THAN_OR_EQUAL", 4, .greaterThanOrEqual),
    ("EQUAL", 5, .equal), ("NOT_EQUAL", 6, .notEqual), ("ARRAY_CONTAINS", 7, .arrayContains),
    ("IN", 8, .in), ("ARRAY_CONTAINS_ANY", 9, .arrayContainsAny), ("NOT_IN", 10, .notIn),
  ]
}

extension DocumentFilter.Test {
  /// The operators of unary filters.
  package static let operators: [(name: String, number: Int64, value: Self)] = [
    ("IS_NAN", 2, .isNaN), ("IS_NULL", 3, .isNull), ("IS_NOT_NAN", 4, .isNotNaN),
    ("IS_NOT_NULL", 5, .isNotNull),
  ]
}
