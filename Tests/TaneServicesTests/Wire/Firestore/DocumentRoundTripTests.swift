import TestSupport
import TaneCore
import TaneFormats
import TaneTesting
import TaneServices
import Testing

@Suite("Firestore REST API")
struct DocumentRoundTripTests {
  private let database = DocumentDatabaseName(project: "p", database: "(default)")

  /// Parses JSON after writing it as text.
  private func read(_ json: TreeLiteral) throws -> ProtocolJSON {
    let text = try JSONWriter(.compact).write(Tree(json))
    return ProtocolJSON(try JSONText.object(of: Array(text.utf8)))
  }

  @Test(
    "Any document is unchanged after encoding and decoding as JSON",
    arguments: 0..<20 as Range<UInt64>
  )
  func documents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let document = StoredDocument(
        path: DocumentPath([random.name(), random.name()]),
        fields: random.fields(depth: 2),
        createTime: random.time(),
        updateTime: random.time()
      )
      let json = try read(document.json(of: database))
      let path = try database.documentPath(of: try #require(try json.text("name")))
      #expect(try StoredDocument(json, path: path) == document)
    }
  }

  @Test(
    "Commit results are unchanged after encoding and decoding as JSON",
    arguments: 0..<20 as Range<UInt64>
  )
  func commits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let commit = DocumentCommit(
      results: random.list { random in
        DocumentWriteResult(
          updateTime: random.maybe { $0.time() },
          transformResults: random.list { $0.value(depth: 1) }
        )
      },
      time: random.time()
    )
    #expect(try DocumentCommit(try read(commit.json)) == commit)
  }

  @Test(
    "Any write is unchanged after encoding and decoding as JSON",
    arguments: 0..<50 as Range<UInt64>
  )
  func writes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let write = random.write()
      #expect(try DocumentWrite(try read(write.json(of: database)), of: database) == write)
    }
  }

  @Test(
    "Any query is unchanged after encoding and decoding, including key-only ones",
    arguments: 0..<50 as Range<UInt64>
  )
  func queries(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<40 {
      let query = random.query()
      guard query.violation == nil else { continue }
      count += 1
      let withFields = random.flag()
      let json = try read(query.json(of: database, withFields: withFields))
      #expect(try DocumentQuery(json, below: query.parent, of: database) == query)
      #expect(try DocumentQuery.selection(json) == (withFields ? nil : []))
      let message = query.message(of: database)
      #expect(try DocumentQuery(message, below: query.parent, of: database) == query)
    }
    #expect(count > 10)
  }
}

extension SeededGenerator {
  fileprivate mutating func write() -> DocumentWrite {
    let operation: DocumentWrite.Operation =
      switch number(0..<4) {
      case 0: .delete
      case 1: .verify
      default: .update(fields(depth: 2), mask: maybe { $0.list { $0.fieldPath() } })
      }
    let precondition: DocumentPrecondition =
      switch number(0..<3) {
      case 0: .none
      case 1: .exists(flag())
      default: .updateTime(time())
      }
    var transforms: [DocumentTransform] = []
    if case .update = operation { transforms = list { $0.transform() } }
    return DocumentWrite(
      path: DocumentPath([name(), name()]),
      operation: operation,
      transforms: transforms,
      precondition: precondition
    )
  }

  private mutating func transform() -> DocumentTransform {
    let number = flag() ? DocumentValue.integer(integer()) : .double(0.5)
    let operation: DocumentTransform.Operation =
      switch self.number(0..<6) {
      case 0: .serverTime
      case 1: .increment(number)
      case 2: .maximum(number)
      case 3: .minimum(number)
      case 4: .appendMissing(list { $0.value(depth: 1) })
      default: .removeAll(list { $0.value(depth: 1) })
      }
    return DocumentTransform(path: fieldPath(), operation: operation)
  }

  fileprivate mutating func query() -> DocumentQuery {
    let filters = list { $0.filter() }
    var query = DocumentQuery(
      parent: flag() ? .root : DocumentPath([name(), name()]),
      collectionID: name(),
      includesDescendants: flag(),
      filter: filters.isEmpty ? nil : flag() ? .all(filters) : .any(filters),
      orders: list { DocumentQuery.Order($0.fieldPath(), isDescending: $0.flag()) },
      offset: number(0..<3),
      limit: maybe { $0.number(1..<100) }
    )
    guard flag() else { return query }
    // A query with a cursor needs explicit orders, including the implied ones.
    query.orders = query.allOrders
    query.start = maybe { $0.cursor(query.orders) }
    query.end = maybe { $0.cursor(query.orders) }
    return query
  }

  private mutating func cursor(_ orders: [DocumentQuery.Order]) -> DocumentQuery.Cursor {
    DocumentQuery.Cursor(
      values: orders.map { $0.path == .documentName ? reference() : value(depth: 0) },
      isBefore: flag()
    )
  }

  private mutating func filter() -> DocumentFilter {
    let path = flag() ? fieldPath() : .documentName
    if path == .documentName { return .field(path, .equal, reference()) }
    switch number(0..<5) {
    case 0: return .test(path, DocumentFilter.Test.operators[number(0..<4)].value)
    case 1: return .field(path, .in, .array([.integer(1), .string(text())]))
    default:
      // Null and NaN are not compared but tested with unary operators.
      let comparison = DocumentFilter.Comparison.operators[number(0..<7)].value
      return .field(path, comparison, .string(text()))
    }
  }

  private mutating func reference() -> DocumentValue {
    .reference(DocumentPath(["c", name()]).description)
  }
}
