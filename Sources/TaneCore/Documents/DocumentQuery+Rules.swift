extension DocumentQuery {
  /// A rule that valid queries satisfy.
  package struct Rule: Sendable {
    /// The rule as a sentence, as listed in the guide to the emulator.
    package let summary: String
    fileprivate let violation: @Sendable (DocumentQuery) -> String?

    fileprivate init(
      _ summary: String,
      _ violation: @escaping @Sendable (DocumentQuery) -> String?
    ) {
      self.summary = summary
      self.violation = violation
    }
  }

  /// The rules of valid queries, in the order in which they are checked.
  ///
  /// See <https://cloud.google.com/firestore/docs/query-data/queries#query_limitations>.
  package static let rules: [Rule] = [
    Rule("`limit` and `offset` are not negative.") { $0.countViolation },
    Rule("The parent is the root or a document with a valid path.") {
      DocumentCheck.violation(in: $0.parent)
    },
    Rule(
      "A query of all collections, or of a collection group below a document, filters and orders"
        + " only by `__name__`, ascending."
    ) { $0.scanViolation },
    Rule("`IN` and `ARRAY_CONTAINS_ANY` have 1 to 30 values, `NOT_IN` 1 to 10.") {
      $0.operandViolation
    },
    Rule("`__name__` is compared with names of documents.") { $0.nameViolation },
    Rule("`EQUAL` and `IN` on `__name__` are not combined with inequalities of other fields.") {
      $0.nameEqualityViolation
    },
    Rule("At most one filter uses `NOT_EQUAL`, `NOT_IN`, `IS_NOT_NULL` or `IS_NOT_NAN`.") {
      $0.exclusionViolation
    },
    Rule("`NOT_IN` is not combined with `IN`, `ARRAY_CONTAINS_ANY` or `OR`.") {
      $0.combinationViolation
    },
    Rule("The disjunctive normal form has up to 30 disjunctions.") { $0.disjunctionViolation },
    Rule("Each disjunction has at most one `ARRAY_CONTAINS` or `ARRAY_CONTAINS_ANY`.") {
      $0.arrayViolation
    },
    Rule("At most 10 fields have inequalities, and filters and orders together are at most 100.") {
      $0.sizeViolation
    },
    Rule("Each field is in at most one order, and no order follows `__name__`.") {
      $0.orderViolation
    },
    Rule("A descending order by `__name__` needs a filter on another field or an earlier order.") {
      $0.descendingNameViolation
    },
    Rule("A cursor has at most one value per order; for `__name__`, it is a document's name.") {
      $0.cursorViolation
    },
  ]

  /// The violation of the first rule that the query breaks, as a sentence, or nil if the query is
  /// valid.
  package var violation: String? {
    for rule in Self.rules {
      if let violation = rule.violation(self) { return violation }
    }
    return nil
  }

  /// Returns an error message if a cursor has more values than the query has orders, otherwise nil.
  package static func violation(ofCursorWith count: Int, orders: Int) -> String? {
    guard count > orders else { return nil }
    return "A cursor has \(counted(count, "value")), but the query has only "
      + "\(counted(orders, "order"))."
  }

  private var leaves: [DocumentFilter] { filter?.leaves ?? [] }

  private var inequalityPaths: Set<FieldPath> { Set(leaves.compactMap(\.inequalityPath)) }
}

// MARK: Results
extension DocumentQuery {
  private var countViolation: String? {
    if let limit, limit < 0 { return "The limit is \(limit); it must not be negative." }
    if offset < 0 { return "The offset is \(offset); it must not be negative." }
    return nil
  }

  private var scanViolation: String? {
    let isGroup = includesDescendants && !parent.segments.isEmpty
    guard collectionID == nil || isGroup else { return nil }
    if let path = leaves.compactMap(\.path).first(where: { $0 != .documentName }) {
      return "A query of all collections, or of a collection group below a document, cannot filter "
        + "by \(path)."
    }
    guard orders.contains(where: { $0 != Order(.documentName) }) else { return nil }
    return "A query of all collections, or of a collection group below a document, can only be "
      + "ordered by __name__ in ascending order."
  }

  private var orderViolation: String? {
    let paths = allOrders.map(\.path)
    if let last = paths.firstIndex(of: .documentName), last < paths.count - 1 {
      return
        "The query is ordered by \(paths[last + 1]) after __name__; __name__ must be last."
    }
    var seen: Set<FieldPath> = []
    guard let path = paths.first(where: { !seen.insert($0).inserted }) else { return nil }
    return "The query is ordered by \(path) twice."
  }

  private var descendingNameViolation: String? {
    guard allOrders.first == Order(.documentName, isDescending: true),
      leaves.allSatisfy({ $0.path == .documentName })
    else { return nil }
    return "A query cannot be ordered only by __name__ in descending order."
  }

  private var cursorViolation: String? {
    let orders = allOrders
    for cursor in [start, end].compactMap(\.self) {
      if let violation = Self.violation(ofCursorWith: cursor.values.count, orders: orders.count) {
        return violation
      }
      for (value, order) in zip(cursor.values, orders)
      where order.path == .documentName && !value.isReference {
        return DocumentFilter.nameViolation
      }
    }
    return nil
  }
}

// MARK: Filters
extension DocumentQuery {
  /// The maximum number of disjunctions in the disjunctive normal form of a filter.
  private static let maximumDisjunctions = 30
  /// The maximum number of fields in inequalities.
  private static let maximumInequalityFields = 10
  /// The maximum total of filters and orders; a parent other than the root counts as one more.
  private static let maximumParts = 100

  private var operandViolation: String? {
    leaves.lazy.compactMap(\.operandViolation).first
  }

  private var nameViolation: String? {
    let isViolated = leaves.contains { $0.path == .documentName && !$0.comparesNames }
    return isViolated ? DocumentFilter.nameViolation : nil
  }

  private var nameEqualityViolation: String? {
    let paths = inequalityPaths
    guard !paths.isEmpty, !paths.contains(.documentName),
      leaves.contains(where: { $0.path == .documentName })
    else { return nil }
    return "EQUAL and IN filters on __name__ cannot be combined with inequality filters on other "
      + "fields."
  }

  private var exclusionViolation: String? {
    let exclusions = leaves.count(where: \.isExclusion)
    guard exclusions > 1 else { return nil }
    return "The query has \(exclusions) filters with NOT_EQUAL, NOT_IN, IS_NOT_NULL or IS_NOT_NAN; "
      + "only one is allowed."
  }

  private var combinationViolation: String? {
    let comparisons = leaves.compactMap(\.comparison)
    guard comparisons.contains(.notIn), let filter,
      filter.hasDisjunction
        || comparisons.contains(where: { $0 == .in || $0 == .arrayContainsAny })
    else { return nil }
    return "NOT_IN cannot be combined with IN, ARRAY_CONTAINS_ANY or OR."
  }

  private var disjunctionViolation: String? {
    guard let filter, NormalForm(filter).disjunctions.count > Self.maximumDisjunctions else {
      return nil
    }
    return "The query expands to \(filter.disjunctionCount.grouped) disjunctions; up to "
      + "\(Self.maximumDisjunctions) are allowed."
  }

  private var arrayViolation: String? {
    let count = filter.map { NormalForm($0).arrayFilterCount } ?? 0
    guard count > 1 else { return nil }
    return "A disjunction has \(count) filters with ARRAY_CONTAINS or ARRAY_CONTAINS_ANY; only one "
      + "is allowed."
  }

  private var sizeViolation: String? {
    let fields = inequalityPaths.count
    if fields > Self.maximumInequalityFields {
      return "The query has inequality filters on \(fields) fields; up to "
        + "\(Self.maximumInequalityFields) are allowed."
    }
    let parts = leaves.count + orders.count + (parent.segments.isEmpty ? 0 : 1)
    guard parts > Self.maximumParts else { return nil }
    return "The query has \(parts) filters and orders in total; up to \(Self.maximumParts) are "
      + "allowed."
  }
}

extension DocumentFilter {
  fileprivate static let nameViolation =
    "__name__ is compared with a value that is not a document name."

  /// The field of a filter on a single field, otherwise nil.
  fileprivate var path: FieldPath? {
    switch self {
    case .field(let path, _, _), .test(let path, _): path
    case .all, .any: nil
    }
  }

  fileprivate var comparison: Comparison? {
    guard case .field(_, let comparison, _) = self else { return nil }
    return comparison
  }

  fileprivate var operandViolation: String? {
    guard case .field(let path, let comparison, let operand) = self else { return nil }
    guard [.in, .arrayContainsAny, .notIn].contains(comparison) else { return nil }
    guard case .array(let values) = operand, !values.isEmpty else {
      return "The filter on \(path) needs an array with at least one value."
    }
    let maximum = comparison == .notIn ? 10 : 30
    guard values.count > maximum else { return nil }
    return "The filter on \(path) has \(values.count) values; up to \(maximum) are allowed."
  }

  /// A Boolean value indicating whether the filter compares with documents' names.
  fileprivate var comparesNames: Bool {
    guard case .field(_, let comparison, let operand) = self else { return false }
    switch (comparison, operand) {
    case (.arrayContains, _), (.arrayContainsAny, _): return false
    case (.in, .array(let values)), (.notIn, .array(let values)):
      return values.allSatisfy(\.isReference)
    default: return operand.isReference
    }
  }

  /// A Boolean value indicating whether the filter excludes values; a query may contain only one
  /// such filter
  /// (<https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#Operator_1>).
  fileprivate var isExclusion: Bool {
    switch self {
    case .field(_, .notEqual, _), .field(_, .notIn, _), .test(_, .isNotNull), .test(_, .isNotNaN):
      true
    case .field, .test, .all, .any: false
    }
  }

  /// A Boolean value indicating whether the filter contains a disjunction.
  fileprivate var hasDisjunction: Bool {
    switch self {
    case .any: true
    case .all(let filters): filters.contains(where: \.hasDisjunction)
    case .field, .test: false
    }
  }

  /// The number of disjunctions in disjunctive normal form, counting repetitions; numbers far above
  /// the maximum are capped.
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

  private static func bounded(_ count: Int) -> Int { min(count, 1_000_000) }
}

/// The disjunctive normal form of a filter, without repetitions.
private struct NormalForm {
  /// The number of disjunctions after which the expansion stops.
  private static let bound = 100

  /// The disjunctions, each as the indices of its filters.
  private(set) var disjunctions: Set<Set<Int>> = []
  private var filters: [DocumentFilter] = []

  init(_ filter: DocumentFilter) {
    disjunctions = readDisjunctions(of: filter)
  }

  /// The largest number of `arrayContains` filters in any disjunction.
  var arrayFilterCount: Int {
    let counts = disjunctions.map { indices in
      indices.count { filters[$0].comparison == .arrayContains }
    }
    return counts.max() ?? 0
  }

  private mutating func readDisjunctions(of filter: DocumentFilter) -> Set<Set<Int>> {
    switch filter {
    case .any(let filters):
      var disjunctions: Set<Set<Int>> = []
      for filter in filters where disjunctions.count <= Self.bound {
        disjunctions.formUnion(readDisjunctions(of: filter))
      }
      return disjunctions
    case .all(let filters):
      var disjunctions: Set<Set<Int>> = [[]]
      for filter in filters {
        disjunctions = Self.product(disjunctions, readDisjunctions(of: filter))
      }
      return disjunctions
    case .field(let path, .in, .array(let values)):
      return Set(values.map { [index(of: .field(path, .equal, $0))] })
    case .field(let path, .arrayContainsAny, .array(let values)):
      return Set(values.map { [index(of: .field(path, .arrayContains, $0))] })
    case .field, .test: return [[index(of: filter)]]
    }
  }

  private static func product(_ left: Set<Set<Int>>, _ right: Set<Set<Int>>) -> Set<Set<Int>> {
    var product: Set<Set<Int>> = []
    for left in left {
      for right in right {
        product.insert(left.union(right))
        if product.count > bound { return product }
      }
    }
    return product
  }

  private mutating func index(of filter: DocumentFilter) -> Int {
    if let index = filters.firstIndex(of: filter) { return index }
    filters.append(filter)
    return filters.count - 1
  }
}

extension DocumentValue {
  fileprivate var isReference: Bool {
    guard case .reference = self else { return false }
    return true
  }
}
