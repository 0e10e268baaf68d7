import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("Conversion between documents and trees")
struct DocumentReadingTests {
  private let database = DocumentDatabaseName(project: "p", database: "d")

  @Test("Any Firestore document converted to a tree and back is unchanged")
  func roundTrip() throws {
    var generator = DocumentValueGenerator(seed: 11)
    for _ in 0..<2000 {
      let fields = generator.fields(depth: 3)
      let tree = Tree(document: fields, in: database)
      let reading = DocumentReading(tree, at: DocumentPath(parsing: "c/d"), in: database)
      if !fields.holdsNestedLists {
        #expect(reading.findings.isEmpty, "\(reading.findings)")
        #expect(DocumentFields(tree, in: database) == fields)
      } else {
        #expect(Set(reading.findings.map(\.code)) == [.nestedList])
      }
      #expect(reading.fields == fields)
      #expect(reading.tree == tree)
    }
  }

  @Test("Typed values have one spelling, and references within the database have no prefix")
  func spelling() {
    let fields: DocumentFields = [
      "second": .timestamp(DocumentTimestamp(microseconds: 1_000_000)),
      "milli": .timestamp(DocumentTimestamp(microseconds: 1_500_000)),
      "micro": .timestamp(DocumentTimestamp(microseconds: -1)),
      "bytes": .bytes([0xFB, 0xFF, 0]), "none": .bytes([]),
      "here": .reference("projects/p/databases/d/documents/c/d"),
      "there": .reference("projects/q/databases/d/documents/c/d"),
    ]
    let tree = Tree(document: fields, in: database)
    #expect(tree["second"]?.string == "1970-01-01T00:00:01Z")
    #expect(tree["milli"]?.string == "1970-01-01T00:00:01.500Z")
    #expect(tree["micro"]?.string == "1969-12-31T23:59:59.999999Z")
    #expect(tree["bytes"]?.string == "+/8A")
    #expect(tree["none"]?.string == "")
    #expect(tree["here"]?.string == "c/d")
    #expect(tree["there"]?.string == "projects/q/databases/d/documents/c/d")
    #expect(
      ["second", "bytes", "here"].map { tree[$0]?.tag } == [.timestamp, .bytes, .reference]
    )
    #expect(
      Tree(document: fields)["here"]?.string == "projects/p/databases/d/documents/c/d"
    )
  }

  @Test("A reference whose path looks like a full name keeps its own full name")
  func ambiguousReference() {
    let name = database.reference(to: DocumentPath(parsing: "projects/q/databases/e/documents/x"))
    let tree = Tree(document: ["r": .reference(name)], in: database)
    #expect(tree["r"]?.string == name)
    #expect(DocumentFields(tree, in: database) == ["r": .reference(name)])
  }

  @Test("Base64 of any length matches RFC 4648")
  func base64() {
    let vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]
    for (count, text) in vectors.enumerated() {
      let bytes = Array("foobar".utf8.prefix(count))
      let tree = Tree(document: ["b": .bytes(bytes)])
      #expect(tree["b"]?.string == text)
      #expect(DocumentFields(tree, in: database) == ["b": .bytes(bytes)])
    }
  }
}

extension DocumentFields {
  /// A Boolean value indicating whether a list is directly inside a list, which the generator
  /// creates and Firestore forbids.
  fileprivate var holdsNestedLists: Bool { contains { $0.value.holdsNestedLists } }
}

extension DocumentValue {
  fileprivate var holdsNestedLists: Bool {
    switch self {
    case .map(let fields): fields.holdsNestedLists
    case .array(let elements):
      elements.contains { element in
        if case .array = element { true } else { element.holdsNestedLists }
      }
    default: false
    }
  }
}
