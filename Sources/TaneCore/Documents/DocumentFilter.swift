/// A condition on the fields of documents that selects the results of a query.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#Filter>.
package indirect enum DocumentFilter: Sendable, Equatable {
  /// The operator between a field and a value.
  package enum Comparison: Sendable, Hashable {
    /// The field is less than the value.
    case lessThan
    /// The field is less than or equal to the value.
    case lessThanOrEqual
    /// The field is greater than the value.
    case greaterThan
    /// The field is greater than or equal to the value.
    case greaterThanOrEqual
    /// The field equals the value.
    case equal
    /// The field exists, is not null and does not equal the value.
    case notEqual
    /// The field is an array that contains the value.
    case arrayContains
    /// The field equals one of the values of an array.
    case `in`
    /// The field is an array that contains one of the values of an array.
    case arrayContainsAny
    /// The field exists, is not null and equals none of the values of an array.
    case notIn
  }

  /// A unary test of a field.
  package enum Test: Sendable, Hashable {
    /// The field is NaN.
    case isNaN
    /// The field is null.
    case isNull
    /// The field exists and is neither null nor NaN.
    case isNotNaN
    /// The field exists and is not null.
    case isNotNull
  }

  /// All of the filters match.
  case all([DocumentFilter])
  /// At least one of the filters matches.
  case any([DocumentFilter])
  /// The comparison of a field with a value is true.
  case field(FieldPath, Comparison, DocumentValue)
  /// A field passes a test.
  case test(FieldPath, Test)

  /// The single-field filters at any depth of this filter.
  var leaves: [DocumentFilter] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.leaves)
    case .field, .test: [self]
    }
  }

  /// The field that the query must order by if the filter is an inequality, otherwise nil.
  var inequalityPath: FieldPath? {
    switch self {
    case .field(let path, let comparison, let operand):
      switch comparison {
      // A comparison that never matches requires no order.
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
        operand.isComparable ? path : nil
      case .notEqual: operand == .null ? nil : path
      case .notIn: path
      case .equal, .arrayContains, .in, .arrayContainsAny: nil
      }
    case .test(let path, .isNotNaN), .test(let path, .isNotNull): path
    case .test, .all, .any: nil
    }
  }
}

extension DocumentFilter {
  /// Returns true if a document matches; `value` returns the value at a path, or the document's
  /// name for `documentName`.
  func selects(_ value: (FieldPath) -> DocumentValue?) -> Bool {
    switch self {
    case .all(let filters): filters.allSatisfy { $0.selects(value) }
    case .any(let filters): filters.contains { $0.selects(value) }
    case .test(let path, let test): value(path).map { Self.passes($0, test: test) } ?? false
    case .field(let path, let comparison, let operand):
      value(path).map { Self.isSatisfied(comparison, by: $0, and: operand) } ?? false
    }
  }

  private static func passes(_ value: DocumentValue, test: Test) -> Bool {
    switch test {
    case .isNull: value == .null
    case .isNotNull: value != .null
    case .isNaN: value.isNaN
    case .isNotNaN: value != .null && !value.isNaN
    }
  }

  private static func isSatisfied(
    _ comparison: Comparison,
    by value: DocumentValue,
    and operand: DocumentValue
  ) -> Bool {
    switch comparison {
    case .equal: equals(value, operand)
    case .notEqual: value != .null && operand != .null && !equals(value, operand)
    case .arrayContains: value.elements.contains { equals($0, operand) }
    case .in: operand.elements.contains { equals(value, $0) }
    case .arrayContainsAny:
      value.elements.contains { element in operand.elements.contains { equals(element, $0) } }
    case .notIn:
      // A list that contains null never matches, as in SQL.
      value != .null && !operand.elements.contains { $0 == .null || equals(value, $0) }
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      value.isComparable && operand.isComparable
        && DocumentValueOrder.haveSameType(value, operand)
        && isSatisfied(comparison, byOrder: DocumentValueOrder.compare(value, operand))
    }
  }

  private static func isSatisfied(_ comparison: Comparison, byOrder order: Int) -> Bool {
    switch comparison {
    case .lessThan: order < 0
    case .lessThanOrEqual: order <= 0
    case .greaterThan: order > 0
    default: order >= 0
    }
  }

  private static func equals(_ left: DocumentValue, _ right: DocumentValue) -> Bool {
    left.isComparable && DocumentValueOrder.compare(left, right) == 0
  }
}

extension DocumentValue {
  /// A Boolean value indicating whether the value can equal another: false for null and NaN.
  fileprivate var isComparable: Bool { self != .null && !isNaN }

  /// The elements of an array, or an empty array for any other value.
  fileprivate var elements: [DocumentValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}
