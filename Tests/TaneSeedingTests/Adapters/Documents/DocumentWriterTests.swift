import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Writing documents")
struct DocumentWriterTests {
  /// The existing document, the fixture, and the resulting write with its mask, its fields and the
  /// fields that the server sets.
  private static let writes:
    [(
      found: DocumentFields?, fixture: String, prunes: Bool, mask: [String]?, fields: [String],
      times: [String]
    )] = [
      (nil, "{ b: 1, a: 2 }", false, nil, ["a", "b"], []),
      (nil, "{}", false, nil, [], []),
      (nil, "{ a: 1, at: !server-timestamp }", false, nil, ["a"], ["at"]),
      (["a": .integer(0), "mine": .integer(1)], "{ a: 1 }", false, ["a"], ["a"], []),
      (["a": .integer(0), "mine": .integer(1)], "{ a: 1 }", true, ["a", "mine"], ["a"], []),
      (["a": .integer(1), "mine": .integer(1)], "{ a: 1 }", true, ["mine"], [], []),
      (
        ["m": .map(["x": .integer(1), "y": .integer(1)])], "{ m: { x: 2 } }", false, ["m.x"], ["m"],
        []
      ),
      (["m": .integer(1)], "{ m: { x: 2, y: 3 } }", false, ["m"], ["m"], []),
      (["l": .array([.integer(1)])], "{ l: [1, 2] }", false, ["l"], ["l"], []),
      ([:], "{ at: !server-timestamp }", false, [], [], ["at"]),
      (
        ["a.b": .integer(1)], "{ \"a.b\": 2, \"`\": 3 }", false, ["`\\``", "`a.b`"], ["`", "a.b"],
        []
      ),
    ]

  @Test("A document write names only the fields that change", arguments: writes.indices)
  func masks(_ index: Int) async throws {
    let example = Self.writes[index]
    let project = try SeedingProject(["firestore/posts/p1.yaml": example.fixture])
    if let found = example.found { try await project.set(found, at: "posts/p1") }
    let steps = try await project.plan(prunes: example.prunes).steps
    let write = try project.write(of: try #require(steps.first))
    guard case .update(let fields, let mask) = write.operation else {
      Issue.record("no update")
      return
    }
    #expect(mask?.map(\.description).sorted() == example.mask)
    #expect(fields.map(\.name).sorted() == example.fields)
    #expect(write.transforms.map(\.path.description) == example.times)
    if example.found == nil {
      #expect(write.precondition == .exists(false))
    } else {
      let document = try await project.documents.document(at: DocumentPath(parsing: "posts/p1"))
      #expect(write.precondition == .updateTime(try #require(document).updateTime))
    }
  }

  @Test("The inverse of a plan deletes created documents and restores their fields")
  func inverse() async throws {
    let project = try SeedingProject([
      "firestore/posts/p1.yaml": "{ a: 1, at: !server-timestamp }",
      "firestore/posts/p2.yaml": "{ a: 1, new: 2, m: { x: 1 } }",
      "firestore/posts/p2/comments/c1.yaml": "{ text: x }",
    ])
    let fields: DocumentFields = [
      "a": .integer(0), "mine": .string("kept"), "m": .map(["x": .integer(0), "y": .integer(2)]),
    ]
    try await project.set(fields, at: "posts/p2")
    let plan = try await project.plan()
    try await project.run(plan).apply()
    let seeded = try await project.document("posts/p2")
    #expect(seeded?["a"] == .integer(1) && seeded?["new"] == .integer(2))

    let inverse = plan.inverse
    let writes = try inverse.steps.map { try project.write(of: $0) }
    #expect(
      writes.map { $0.operation == .delete } == inverse.steps.map(\.removesResource)
    )
    #expect(writes.count { $0.operation == .delete } == 2)
    try await project.run(inverse).apply()
    #expect(try await project.document("posts/p1") == nil)
    #expect(try await project.document("posts/p2/comments/c1") == nil)
    #expect(try await project.document("posts/p2") == fields)
  }

  @Test("Reverting treats a document that somebody deleted as already deleted")
  func deletedMeanwhile() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ a: 1 }"])
    let plan = try await project.plan()
    try await project.run(plan).apply()
    try await project.documents.commit([
      DocumentWrite(path: DocumentPath(parsing: "posts/p1"), operation: .delete)
    ])
    try await project.run(plan.inverse).apply()
    #expect(try await project.document("posts/p1") == nil)
  }

  @Test("Applying treats an identical document write by somebody else as done")
  func sameWrite() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ a: 1 }"])
    let plan = try await project.plan()
    try await project.set(["a": .integer(1)], at: "posts/p1")
    try await project.run(plan).apply()
    #expect(try await project.difference().isEmpty)
  }

  @Test("The cost of a plan names collections with sequential IDs and fields, and the ramp-up")
  func hotSpots() async throws {
    let rooms = (0...500).map { index in
      let time = "2026-01-31T12:\(index / 50 + 10):\(index % 50 + 10)Z"
      return
        "room\(index + 1000): { seats: \(index), at: !timestamp \(time), kind: \(index % 2) }\n"
    }
    let users = (0...500).map { "u\(($0 * 7919) % 10007)x: { seats: 1 }\n" }
    let project = try SeedingProject([
      "firestore/rooms.yaml": rooms.joined(), "firestore/users.yaml": users.joined(),
    ])
    let steps = try await project.plan().steps
    #expect(steps.count == 1002)
    func cost(rampsUp: Bool) throws -> PlanCost {
      DocumentObserver(
        store: project.documents,
        database: try #require(try project.profile().documentDatabase),
        rampsUp: rampsUp
      ).cost(of: steps, comparing: 0)
    }
    #expect(try cost(rampsUp: false).hotSpots == ["rooms (IDs, at, seats)"])
    #expect(try cost(rampsUp: false).rampSeconds == 0)
    #expect(try cost(rampsUp: true).hotSpots == [])
    #expect(try cost(rampsUp: true).rampSeconds == 2)
  }

  @Test("A document that extra fields make too large is reported before anything is written")
  func violations() async throws {
    let half = String(repeating: "a", count: 600_000)
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ text: \(half) }"])
    try await project.set(["mine": .string(half)], at: "posts/p1")
    let observer = DocumentObserver(
      store: project.documents,
      database: try #require(try project.profile().documentDatabase),
      rampsUp: true
    )
    let violations = try await observer.violations(in: project.plan().steps)
    #expect(
      violations == [
        "fixtures/base/firestore/posts/p1.yaml: with the fields that only the environment has, the "
          + "document would be 1,200,069 bytes in size; Firestore allows up to 1,048,576 (1 MiB)"
      ]
    )
    #expect(try await observer.violations(in: project.plan(prunes: true).steps).isEmpty)
  }
}

extension SeedingProject {
  fileprivate func write(of step: PlanStep) throws -> DocumentWrite {
    let database = try #require(try profile().documentDatabase)
    return DocumentWriter(store: documents, database: database).write(of: step)
  }

  func document(_ path: String) async throws -> DocumentFields? {
    try await documents.document(at: DocumentPath(parsing: path))?.fields
  }
}
