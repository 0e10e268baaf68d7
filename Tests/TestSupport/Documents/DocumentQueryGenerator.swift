package import TaneCore

/// A generator of documents that every store supports, and of all kinds of queries for them.
package struct DocumentQueryGenerator {
  /// The values of fields and operands; documents also have arrays that contain one of them.
  package let values: [DocumentValue]
  private var generator: DocumentValueGenerator

  /// Creates a generator from a seed.
  package init(seed: UInt64) {
    var generator = DocumentValueGenerator(seed: seed)
    values =
      (0..<24).map { _ in generator.value(depth: 1) }.filter { !$0.isReference }
      + [.null, .double(.nan), .integer(7)]
    self.generator = generator
  }

  /// All values that occur in documents and queries, including the elements of arrays.
  package var allValues: [DocumentValue] {
    values + values.map { .array([$0]) } + values.flatMap(\.elements)
  }

  /// Returns up to 25 documents in collections with the same name, some of which are nested.
  package mutating func documents() -> [StoredDocument] {
    let count = Int.random(in: 0...25, using: &generator.random)
    return (0..<count).map { index in
      var fields = DocumentFields()
      for name in ["a", "b", "c"] where Int.random(in: 0..<5, using: &generator.random) > 0 {
        let value = generator.pick(values)
        let isElement = Bool.random(using: &generator.random) && value.elements.isEmpty
        let canBeElement = !value.isArray && value.vector == nil
        fields[name] = isElement && canBeElement ? .array([value]) : value
      }
      let collection = generator.pick([["c"], ["c"], ["c", "1", "c"], ["d", "1", "c"]])
      return StoredDocument(
        path: DocumentPath(collection + ["\(index * 7 % 26)"]),
        fields: fields,
        createTime: DocumentTimestamp(microseconds: 0),
        updateTime: DocumentTimestamp(microseconds: 0)
      )
    }
  }

  /// Returns a valid query; some of its bounds are at one of the documents.
  package mutating func query(of documents: [StoredDocument]) -> DocumentQuery {
    while true {
      let query = anyQuery(of: documents)
      if query.violation == nil { return query }
    }
  }

  private mutating func anyQuery(of documents: [StoredDocument]) -> DocumentQuery {
    let isGroup = generator.pick([false, false, true])
    var query = DocumentQuery(
      parent: isGroup ? .root : generator.pick([.root, .root, DocumentPath(["c", "1"])]),
      collectionID: "c",
      includesDescendants: isGroup
    )
    if Bool.random(using: &generator.random) { query.filter = filter(depth: 2) }
    for name in ["a", "b"] where Int.random(in: 0..<3, using: &generator.random) == 0 {
      let isDescending = Bool.random(using: &generator.random)
      query.orders.append(DocumentQuery.Order(FieldPath(name: name), isDescending: isDescending))
    }
    query.start = cursor(query, documents)
    query.end = cursor(query, documents)
    query.offset = generator.pick([0, 0, 1, 3])
    query.limit = generator.pick([nil, nil, 1, 5])
    return query
  }

  private mutating func filter(depth: Int) -> DocumentFilter {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator.random) {
    case 0: return .test(field(), generator.pick([.isNull, .isNotNull, .isNaN, .isNotNaN]))
    case 1: return .field(field(), generator.pick([.in, .arrayContainsAny, .notIn]), list())
    case 2, 3:
      let comparisons: [DocumentFilter.Comparison] = [
        .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual,
        .arrayContains,
      ]
      return .field(field(), generator.pick(comparisons), generator.pick(values))
    case 4: return .all([filter(depth: depth - 1), filter(depth: depth - 1)])
    default: return .any([filter(depth: depth - 1), filter(depth: depth - 1)])
    }
  }

  /// Returns a bound at some values or, as at the end of a page, at a document; returns nil half of
  /// the time.
  private mutating func cursor(
    _ query: DocumentQuery,
    _ documents: [StoredDocument]
  ) -> DocumentQuery.Cursor? {
    guard Bool.random(using: &generator.random) else { return nil }
    let isBefore = Bool.random(using: &generator.random)
    if !documents.isEmpty, Bool.random(using: &generator.random) {
      let document = generator.pick(documents)
      let values = query.allOrders.compactMap { order in
        order.path == .documentName
          ? .reference(document.path.description) : document.fields[order.path]
      }
      guard values.count == query.allOrders.count else { return nil }
      return DocumentQuery.Cursor(values: values, isBefore: isBefore)
    }
    let count = query.allOrders.count(where: { $0.path != .documentName })
    guard count > 0 else { return nil }
    let length = Int.random(in: 1...count, using: &generator.random)
    let bounds = (0..<length).map { _ in generator.pick(values) }
    return DocumentQuery.Cursor(values: bounds, isBefore: isBefore)
  }

  private mutating func field() -> FieldPath { FieldPath(name: generator.pick(["a", "b", "c"])) }

  private mutating func list() -> DocumentValue {
    let count = Int.random(in: 1...3, using: &generator.random)
    return .array((0..<count).map { _ in generator.pick(values.filter { !$0.isArray }) })
  }
}

extension DocumentValue {
  fileprivate var isReference: Bool {
    switch self {
    case .reference: true
    case .array(let elements): elements.contains(where: \.isReference)
    case .map(let fields): fields.contains { $0.value.isReference }
    default: false
    }
  }

  fileprivate var isArray: Bool {
    if case .array = self { true } else { false }
  }

  fileprivate var elements: [DocumentValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
