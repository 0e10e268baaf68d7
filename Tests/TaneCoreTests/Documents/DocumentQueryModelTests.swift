import TestSupport
import TaneCore
import Testing

@Suite("Firestore queries compared with a plain model")
struct DocumentQueryModelTests {
  @Test(
    "Random Firestore queries return the same documents as the model",
    arguments: 0..<8 as Range<UInt64>
  )
  func model(seed: UInt64) {
    var generator = DocumentQueryGenerator(seed: seed)
    for _ in 0..<60 {
      let documents = generator.documents()
      let query = generator.query(of: documents)
      let model = PlainQuery(query, values: generator.allValues)
      let expected = model.documents(from: documents).map(\.path)
      let covered = documents.reversed().filter { query.covers($0.path) }
      #expect(query.documents(from: covered).map(\.path) == expected, "\(query)")
    }
  }
}
