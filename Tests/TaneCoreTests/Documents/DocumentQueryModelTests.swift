import TaneCore
import TaneTesting
import Testing

@Suite("Queries of Firestore's documents, against a plain model")
struct DocumentQueryModelTests {
  private struct Case {
    var generator: DocumentValueGenerator
    let values: [DocumentValue]

    init(seed: UInt64) {
      var generator = DocumentValueGenerator(seed: seed)
      values = (0..<24).map { _ in generator.value(depth: 1) } + [.null, .double(.nan)]
      self.generator = generator
    }

    mutating func documents() -> [StoredDocument] {
      let count = Int.random(in: 0...25, using: &generator.random)
      return (0..<count).map { index in
        var fields = DocumentFields()
        for name in ["a", "b", "c"] where Int.random(in: 0..<5, using: &generator.random) > 0 {
          fields[name] =
            Bool.random(using: &generator.random)
            ? generator.pick(values) : .array([generator.pick(values)])
        }
        return StoredDocument(
          path: DocumentPath(["c", "\(index * 7 % 26)"]),
          fields: fields,
          createTime: DocumentTimestamp(microseconds: 0),
          updateTime: DocumentTimestamp(microseconds: 0)
        )
      }
    }

    mutating func filter(depth: Int) -> DocumentFilter {
      switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator.random) {
      case 0: return .test(field(), generator.pick([.isNull, .isNotNull, .isNaN, .isNotNaN]))
      case 1:
        return .field(field(), generator.pick([.in, .arrayContainsAny, .notIn]), list())
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

    mutating func query() -> DocumentQuery {
      var query = DocumentQuery(collectionID: "c")
      if Bool.random(using: &generator.random) { query.filter = filter(depth: 2) }
      for name in ["a", "b"] where Int.random(in: 0..<3, using: &generator.random) == 0 {
        let isDescending = Bool.random(using: &generator.random)
        query.orders.append(DocumentQuery.Order(FieldPath(name: name), isDescending: isDescending))
      }
      query.start = cursor(query)
      query.end = cursor(query)
      query.offset = generator.pick([0, 0, 1, 3])
      query.limit = generator.pick([nil, nil, 0, 1, 5])
      return query
    }

    private mutating func cursor(_ query: DocumentQuery) -> DocumentQuery.Cursor? {
      let fields = query.allOrders.filter { $0.path != .documentName }
      guard !fields.isEmpty, Bool.random(using: &generator.random) else { return nil }
      let count = Int.random(in: 1...fields.count, using: &generator.random)
      return DocumentQuery.Cursor(
        values: (0..<count).map { _ in generator.pick(values) },
        isBefore: Bool.random(using: &generator.random)
      )
    }

    private mutating func field() -> FieldPath { FieldPath(name: generator.pick(["a", "b", "c"])) }

    private mutating func list() -> DocumentValue {
      .array((0..<3).map { _ in generator.pick(values) })
    }
  }

  @Test("give what the model gives", arguments: 0..<8 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = Case(seed: seed)
    let elements = random.values.flatMap { value -> [DocumentValue] in
      guard case .array(let elements) = value else { return [] }
      return elements
    }
    let all = random.values + random.values.map { .array([$0]) } + elements
    for _ in 0..<60 {
      let documents = random.documents()
      let query = random.query()
      let model = PlainQuery(query, values: all)
      let expected = model.documents(from: documents).map(\.path)
      #expect(query.documents(from: documents.reversed()).map(\.path) == expected, "\(query)")
    }
  }
}
