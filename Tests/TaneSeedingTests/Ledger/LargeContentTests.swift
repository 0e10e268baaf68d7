import Foundation
import GRDB
import TestSupport
import TaneCore
import TaneFormats
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("Ledger records of large content")
struct LargeContentTests {
  private static let file = "fixtures/base/databases/shops/shops.json"

  private static func text(_ values: [Int: Int] = [:], without removed: Set<Int> = []) -> String {
    let members = (0..<3_000).filter { !removed.contains($0) }
      .map { "\"k\($0)\": {\"n\": \(values[$0] ?? $0), \"m\": \"x\"}" }
    return "{\(members.joined(separator: ", "))}"
  }

  private func seeded() async throws -> SeedingProject {
    let project = try SeedingProject([:])
    try project.write(Self.text(), to: Self.file)
    try await project.seedCarefully()
    return project
  }

  /// Returns the number of changes stored separately from the content, and the digests of the
  /// content's pieces.
  private func rows(in project: SeedingProject) throws -> (edits: Int, pieces: Set<String>) {
    try project.state().read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM edit") ?? -1,
        try String.fetchSet(database, sql: "SELECT digest FROM piece")
      )
    }
  }

  private func recorded(in project: SeedingProject) throws -> Tree? {
    try EnvironmentLedger(of: project.profile(), in: project.state())
      .recorded(at: Address(service: "shops", path: "/shops")).last?.content
  }

  @Test(
    "A second seed writes only the pieces with changes, and none if nothing changed"
  )
  func few() async throws {
    let project = try await seeded()
    let before = try rows(in: project)
    #expect(before.edits == 0 && before.pieces.count > 2)
    try await project.seedCarefully()
    #expect(try rows(in: project) == before)
    try project.write(Self.text([3: -1, 2_000: -2], without: [5]), to: Self.file)
    try await project.seedCarefully()
    #expect(try recorded(in: project)?["k3"]?["n"] == Tree(-1))
    // The removed entry is no longer recorded; if it remains in the environment, a third piece
    // differs.
    let after = try rows(in: project)
    #expect(after.edits == 0)
    #expect((1...4).contains(after.pieces.subtracting(before.pieces).count))
    try project.write(Self.text([3: -3, 2_000: -2]), to: Self.file)
    try await project.seedCarefully()
    #expect(try await recorded(in: project) == project.shops.tree(at: "/shops"))
  }

  @Test(
    "Content in an earlier format is read, and stored in pieces from then on",
    arguments: [true, false]
  )
  func earlier(_ isJSON: Bool) async throws {
    let project = try await seeded()
    let (content, pieces) = (try #require(try recorded(in: project)), try rows(in: project).pieces)
    let text = try JSONWriter(.compact).write(content)
    let bytes = isJSON ? Data(text.utf8) : StoredTree.encode(content)
    try project.state().write { database in
      try database.execute(
        sql: """
          INSERT INTO content SELECT resource, ? FROM cut;
          DELETE FROM cut; DELETE FROM piece; UPDATE recorded SET digest = NULL;
          INSERT INTO edit SELECT id, '/k3/n', ? FROM recorded;
          """,
        arguments: [bytes, StoredTree.encode(Tree(99))]
      )
    }
    #expect(try recorded(in: project)?["k3"]?["n"] == Tree(99))
    try await project.seedCarefully()
    #expect(try rows(in: project) == (0, pieces))
    #expect(try recorded(in: project) == content)
    let kept = try project.state().read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM content")
    }
    #expect(kept == 0)
  }

  @Test(
    "Damaged content of the ledger is an error",
    arguments: [
      "UPDATE piece SET content = zeroblob(100)", "DELETE FROM piece",
      "UPDATE cut SET pieces = x'00'",
      "UPDATE piece SET digest = 'a' || rowid", "DELETE FROM cut",
    ]
  )
  func damaged(_ damage: String) async throws {
    let project = try await seeded()
    try project.state().write { try $0.execute(sql: damage) }
    #expect(throws: StoreError.self) { try recorded(in: project) }
  }

  @Test("A manual edit of a value recorded as a change is recognized")
  func edits() async throws {
    let project = try await seeded()
    try project.write(Self.text([3: -1]), to: Self.file)
    try await project.seedCarefully()
    try await project.shops.set(Tree(99), at: "/shops/k3/n")
    try project.write(Self.text([3: -1, 4: -1]), to: Self.file)
    let plan = try await project.seedCarefully()
    #expect(
      plan.withheld.map { "\($0.reason.rawValue) \($0.address)" } == [
        "editedByHand shops:/shops/k3/n"
      ]
    )
    #expect(try await project.shops.tree(at: "/shops/k4/n") == Tree(-1))
  }

  @Test("The recorded content equals the written content after any sequence of edits")
  func random() async throws {
    var random = SeededGenerator(seed: 5)
    let project = try await seeded()
    for round in 0..<8 {
      let content = try await project.shops.tree(at: "/shops")
      let next = content.applying(Changeset(changes: Self.changes(of: content, round, &random)))
      try project.write(JSONWriter().write(next), to: Self.file)
      try await project.seedCarefully(.init(), prunes: true)
      #expect(try await recorded(in: project) == project.shops.tree(at: "/shops"))
    }
  }

  @Test("A record with pending changes matches exactly one content")
  func holding() async throws {
    var random = SeededGenerator(seed: 6)
    let project = try await seeded()
    let ledger = try EnvironmentLedger(of: project.profile(), in: project.state())
    try project.state().write { database in
      let service = try #require(try ledger.ledgerForWriting(of: "shops", in: database))
      let path = TreePath(["shops"])
      for round in 0..<60 {
        let last = try #require(try service.resource(at: path)?.content)
        let changes = Self.changes(of: last, round, &random)
        let after = last.applying(Changeset(changes: changes))
        let below = changes.map {
          Change(path: path.appending($0.path), old: $0.old, new: $0.new)
        }
        try service.apply(below, to: path, RecordOrigin(run: nil, sets: ["base"]))
        let entry = try #require(try service.entry(at: path))
        #expect(try service.content(of: entry) == after)
        #expect(try service.isContent((after, TreeDigest(of: after)), of: entry))
        let other = after.applying(Changeset(changes: Self.changes(of: after, -1, &random)))
        #expect(
          try service.isContent((other, TreeDigest(of: other)), of: entry) == (other == after)
        )
        if round.isMultiple(of: 7) {
          try service.put(Resource(service.address(path), after), RecordOrigin(run: nil, sets: []))
          #expect(try service.resource(at: path)?.content == after)
        }
      }
    }
  }

  /// Returns changes of a few entries or of their members.
  private static func changes(
    of content: Tree,
    _ value: Int,
    _ random: inout SeededGenerator
  ) -> [Change] {
    let keys = Set((0..<5).map { _ in "k\(Int.random(in: 0..<30, using: &random))" })
    return keys.compactMap { key -> Change? in
      let isWhole = content[key]?.kind != .map || Bool.random(using: &random)
      let path = TreePath(isWhole ? [key] : [key, "n"])
      let new = Bool.random(using: &random) ? Tree(.integer(Int64(value))) : nil
      guard content[path] != nil || new != nil else { return nil }
      return Change(path: path, old: content[path], new: new)
    }.sorted { $0.path < $1.path }
  }
}
