import TaneCore
import TaneEmbedded
import Testing

@Suite("Counting the work of an embedded database")
struct WorkCountingTests {
  @Test("The values of a write, a comparison and a read are counted")
  func values() async throws {
    let database = try EmbeddedEnvironment.inMemory().database("shops")
    let tree = Tree(.map((0..<5000).map { ("v\($0)", .integer(Int64($0))) }))
    let counter = WorkCounter()
    try await WorkCounter.$current.withValue(counter) {
      try await database.set(tree, at: "/a")
      // The writer counts in steps of 4,096 values.
      #expect(counter.amount == WorkCounter.Amount(.values, done: 4096))
      counter.reset()
      #expect(try await database.agreement(with: tree.storedForm(), at: "/a").isSame)
      #expect(counter.amount == WorkCounter.Amount(.values, done: 5000))
      counter.reset()
      #expect(try await database.tree(at: "/a") == tree.storedForm())
      #expect(counter.amount == WorkCounter.Amount(.values, done: 5000))
    }
  }
}

extension TreeAgreement {
  fileprivate var isSame: Bool { if case .same = self { true } else { false } }
}
