import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Writing to a Realtime Database")
struct DatabaseWriterTests {
  @Test("Each database write expects the value that the plan showed at its path")
  func writes() async throws {
    let project = try SeedingProject([
      "databases/shops/a.yaml": "{ x: 1, y: 2, list: [1] }", "databases/shops/b.yaml": "new",
    ])
    try await project.shops.set(
      Tree(["a": ["x": 1, "y": 3, "list": [1, 2], "mine": 4]]),
      at: .root
    )
    func writes(prunes: Bool) async throws -> [String] {
      DatabaseWriter.writes(of: try await project.plan(prunes: prunes).steps).map {
        "\($0.path): \($0.expected?.spelled ?? "anything") -> \($0.value.spelled)"
      }
    }
    #expect(
      try await writes(prunes: false) == [
        "/a/list/1: 2 -> null", "/a/y: 3 -> 2", "/b: null -> new",
      ]
    )
    #expect(
      try await writes(prunes: true) == [
        "/a/list/1: 2 -> null", "/a/mine: 4 -> null", "/a/y: 3 -> 2", "/b: null -> new",
      ]
    )
  }

  @Test("All writes to a database are sent in one batch")
  func batches() async throws {
    let project = try SeedingProject([
      "databases/shops/a.yaml": "{ x: 1, y: 2 }", "databases/shops/b.yaml": "new",
    ])
    try await project.shops.set(Tree(["a": ["x": 0, "y": 0]]), at: .root)
    let batches = DatabaseWriter(name: "shops", store: project.shops, known: nil)
      .batches(of: try await project.plan().steps)
    #expect(batches.map(\.steps.count) == [2])
    #expect(batches.map(\.progress) == [.step("writing shops atomically: 3 writes")])
  }

  @Test("The inverse of a plan restores any environment after seeding any fixtures")
  func inverse() async throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<30 {
      let project = try SeedingProject([
        "databases/shops/shops.json": RandomJSON.text(&random, depth: 4),
        "databases/shops/deep/er/node.json": RandomJSON.text(&random, depth: 2),
      ])
      try await project.shops.set(
        Tree([
          "shops": ["0": "before", "a": ["b": 1]], "deep": round.isMultiple(of: 3) ? "leaf" : nil,
        ]),
        at: .root
      )
      let before = try await project.shops.tree(at: .root)
      let plan = try await project.plan(prunes: Bool.random(using: &random))
      try await project.run(plan).apply()
      try await project.run(plan.inverse).apply()
      #expect(try await project.shops.tree(at: .root) == before, "round \(round)")
    }
  }

  @Test("The inverse of a plan does not remove values written since")
  func inverseConflict() async throws {
    let project = try SeedingProject(["databases/shops/a.yaml": "{ x: 1, y: 1 }"])
    let plan = try await project.plan()
    try await project.run(plan).apply()
    try await project.shops.set(Tree(5), at: "/a/x")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan.inverse).apply()
    }
    #expect((failure?.cause as? StoreError)?.paths == ["/a"])
    #expect(try await project.shops.tree(at: "/a") == Tree(["x": 5, "y": 1]))
  }

  @Test("Values that were already written count as written, and the others are written")
  func made() async throws {
    let project = try SeedingProject(["databases/shops/a.yaml": "{ x: 1, y: 2 }"])
    try await project.shops.set(Tree(["x": 0, "y": 0]), at: "/a")
    let plan = try await project.plan()
    try await project.shops.set(Tree(1), at: "/a/x")
    try await project.run(plan).apply()
    #expect(try await project.shops.tree(at: "/a") == Tree(["x": 1, "y": 2]))
  }
}

extension Tree {
  /// The scalar as text.
  fileprivate var spelled: String { string ?? integer.map(String.init) ?? "null" }
}
