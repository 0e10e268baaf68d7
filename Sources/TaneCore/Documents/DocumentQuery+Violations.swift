extension DocumentQuery {
  /// The maximum number of disjunctions in disjunctive normal form.
  private static let maximumDisjunctions = 30
  /// The maximum number of fields in inequalities.
  private static let maximumInequalityFields = 10
  /// The maximum total number of filters, orders and parent collections.
  private static let maximumParts = 100

  /// The limit that the query violates, as a sentence, or nil.
  ///
  /// See <https://cloud.google.com/firestore/docs/query-data/queries#query_limitations>.
  package var violation: String? {
    if let limit, limit < 0 { return "The limit is \(limit); it must not be negative." }
    if offset < 0 { return "The offset is \(offset); it must not be negative." }
    return cursorViolation ?? filterViolation
  }

  private var cursorViolation: String? {
    let count = allOrders.count
    for cursor in [start, end].compactMap(\.self) {
      if cursor.values.isEmpty { return "A cursor has no values; it must have one at least." }
      if cursor.values.count > count {
        return "A cursor has \(cursor.values.count) values; the query has"
          + " \(counted(count, "order"))."
      }
    }
    return nil
  }

  private var filterViolation: String? {
    guard let filter else { return nil }
    let leaves = filter.leaves
    for leaf in leaves {
      if let violation = leaf.violation { return violation }
    }
    let comparisons = leaves.compactMap { leaf -> DocumentFilter.Comparison? in
      guard case .field(_, let comparison, _) = leaf else { return nil }
      return comparison
    }
    let exclusions = leaves.count(where: \.isExclusion)
    if exclusions > 1 {
      return "The query has \(exclusions) filters of NOT_EQUAL, NOT_IN, IS_NOT_NULL and"
        + " IS_NOT_NAN; one is allowed."
    }
    if comparisons.contains(.notIn),
      comparisons.contains(where: { $0 == .in || $0 == .arrayContainsAny }) || filter.hasDisjunction
    {
      return "NOT_IN cannot be combined with IN, ARRAY_CONTAINS_ANY or OR."
    }
    let disjunctions = filter.disjunctionCount
    if disjunctions > Self.maximumDisjunctions {
      return "The query comes to \(disjunctions.grouped) disjunctions; up to"
        + " \(Self.maximumDisjunctions) are allowed."
    }
    return arrayViolation(filter) ?? sizeViolation(leaves)
  }

  private func arrayViolation(_ filter: DocumentFilter) -> String? {
    let disjunctions = filter.arrayComparisons
    if disjunctions.contains(where: { $0.contains > 1 }) {
      return "ARRAY_CONTAINS stands more than once in a disjunction; once is allowed."
    }
    guard disjunctions.contains(where: { $0.contains > 0 && $0.hasAny }) else { return nil }
    return "ARRAY_CONTAINS cannot be combined with ARRAY_CONTAINS_ANY in a disjunction."
  }

  private func sizeViolation(_ leaves: [DocumentFilter]) -> String? {
    let fields = Set(leaves.compactMap(\.inequalityPath)).count
    if fields > Self.maximumInequalityFields {
      return
        "The query has inequalities of \(fields) fields; up to \(Self.maximumInequalityFields) are allowed."
    }
    let parts = leaves.count + orders.count + (parent.segments.isEmpty ? 0 : 1)
    guard parts > Self.maximumParts else { return nil }
    return "The query has \(parts) filters and orders; up to \(Self.maximumParts) are allowed."
  }
}

/// The number of array comparisons in a disjunction.
private struct ArrayComparisons: Hashable {
  /// The number of `ARRAY_CONTAINS`; 2 means two or more.
  var contains = 0
  /// A Boolean value indicating whether `ARRAY_CONTAINS_ANY` is used.
  var hasAny = false

  static func + (left: Self, right: Self) -> Self {
    Self(contains: min(2, left.contains + right.contains), hasAny: left.hasAny || right.hasAny)
  }
}

extension DocumentFilter {
  fileprivate var violation: String? {
    guard case .field(let path, let comparison, let operand) = self else { return nil }
    switch comparison {
    case .in, .arrayContainsAny, .notIn:
      guard case .array(let values) = operand, !values.isEmpty else {
        return "The filter on \(path) needs an array with one value at least."
      }
      let maximum = comparison == .notIn ? 10 : 30
      if values.count > maximum {
        return "The filter on \(path) has \(values.count) values; up to \(maximum) are allowed."
      }
      return path == .documentName && !values.allSatisfy(\.isReference) ? Self.nameViolation : nil
    default:
      return path == .documentName && !operand.isReference ? Self.nameViolation : nil
    }
  }

  /// A Boolean value indicating whether the filter excludes values, which a query may do once
  /// (<https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#Operator_1>).
  fileprivate var isExclusion: Bool {
    switch self {
    case .field(_, .notEqual, _), .field(_, .notIn, _), .test(_, .isNotNull), .test(_, .isNotNaN):
      true
    case .field, .test, .all, .any: false
    }
  }

  private static let nameViolation =
    "__name__ is compared with something else than a document's name."

  /// A Boolean value indicating whether the filter contains a disjunction of several filters.
  fileprivate var hasDisjunction: Bool {
    switch self {
    case .any(let filters): filters.count > 1 || filters.contains(where: \.hasDisjunction)
    case .all(let filters): filters.contains(where: \.hasDisjunction)
    case .field, .test: false
    }
  }

  /// The number of disjunctions in disjunctive normal form, bounded above every limit.
  fileprivate var disjunctionCount: Int {
    switch self {
    case .any(let filters):
      return filters.reduce(0) { Self.bounded($0 + $1.disjunctionCount) }
    case .all(let filters):
      return filters.reduce(1) { Self.bounded($0 * $1.disjunctionCount) }
    case .field(_, let comparison, .array(let values))
    where comparison == .in || comparison == .arrayContainsAny:
      return values.count
    case .field, .test: return 1
    }
  }

  /// The array comparisons in the disjunctions of the filter.
  fileprivate var arrayComparisons: Set<ArrayComparisons> {
    switch self {
    case .any(let filters): return filters.reduce(into: []) { $0.formUnion($1.arrayComparisons) }
    case .all(let filters):
      return filters.reduce([ArrayComparisons()]) { all, filter in
        Set(all.flatMap { left in filter.arrayComparisons.map { left + $0 } })
      }
    case .field(_, .arrayContains, _): return [ArrayComparisons(contains: 1)]
    case .field(_, .arrayContainsAny, _): return [ArrayComparisons(hasAny: true)]
    case .field, .test: return [ArrayComparisons()]
    }
  }

  private static func bounded(_ count: Int) -> Int { min(count, 1_000_000) }
}

extension DocumentValue {
  fileprivate var isReference: Bool {
    guard case .reference = self else { return false }
    return true
  }
}
