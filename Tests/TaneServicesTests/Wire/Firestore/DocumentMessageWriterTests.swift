import TestSupport
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices
import Testing

@Suite("Direct encoding of documents")
struct DocumentMessageWriterTests {
  private let database = DocumentDatabaseName(project: "p", database: "(default)")

  private func bytes(of document: StoredDocument, mask: [FieldPath]? = nil) -> [UInt8] {
    var writer = DocumentMessageWriter()
    writer.write(document, of: database, mask: mask)
    return writer.bytes
  }

  private func document(_ fields: DocumentFields, at microseconds: Int64) -> StoredDocument {
    StoredDocument(
      path: DocumentPath(["c", "d"]),
      fields: fields,
      createTime: DocumentTimestamp(microseconds: microseconds),
      updateTime: DocumentTimestamp(microseconds: microseconds + 1_500_000)
    )
  }

  @Test(
    "Random documents are encoded to the same bytes as their messages",
    arguments: 0..<50 as Range<UInt64>
  )
  func random(seed: UInt64) throws {
    var generator = DocumentValueGenerator(seed: seed)
    for _ in 0..<40 {
      let document = document(generator.fields(depth: 4), at: generator.pick([-2, 0, 1 << 50]))
      for mask in [nil, [try FieldPath(reading: "a")]] {
        let message: [UInt8] = try document.message(of: database, mask: mask).serializedBytes()
        #expect(bytes(of: document, mask: mask) == message)
      }
    }
  }

  @Test(
    "Documents of any length are encoded to the same bytes as their messages",
    arguments: [0, 1, 100, 127, 128, 16_383, 20_000]
  )
  func lengths(count: Int) throws {
    // Lengths around each value at which the encoded length needs another byte, at every level.
    for count in max(0, count - 40)...count + 2 {
      let text = DocumentValue.string(String(repeating: "x", count: count))
      let document = document(["": .map(["a": .array([.map(["b": text])])])], at: 0)
      let message: [UInt8] = try document.message(of: database).serializedBytes()
      #expect(bytes(of: document) == message, "\(count)")
    }
  }

  @Test("A document within another message is encoded to the same bytes")
  func inside() throws {
    let document = document(
      ["a": .geoPoint(try #require(.init(latitude: -0.0, longitude: 0)))],
      at: 7
    )
    var writer = DocumentMessageWriter()
    writer.write(document, of: database, field: 1)
    writer.write(document.updateTime, field: 3)
    let message = ProtoRunQueryResponse.with { response in
      response.document = document.message(of: database)
      response.readTime = document.updateTime.message
    }
    #expect(writer.bytes == (try message.serializedBytes()))
  }
}
