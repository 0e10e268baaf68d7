import Foundation
import GRDB
import StoreConformance
import TaneCore
import TaneFormats
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("What is recorded of a large content")
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

  /// The number of changes that are kept beside the content, and a stamp that changes when it is written.
  private func rows(in project: SeedingProject) throws -> (edits: Int, content: Int) {
    try project.state().read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM edit") ?? -1,
        try Int.fetchOne(database, sql: "SELECT length(content) FROM content") ?? -1
      )
    }
  }

  private func recorded(in project: SeedingProject) throws -> Tree? {
    try EnvironmentLedger(of: project.profile(), in: project.state())
      .resources(at: Address(service: "shops", path: "/shops")).first?.content
  }

  @Test("a second seed of a few changes writes these beside it, and nothing where there are none")
  func few() async throws {
    let project = try await seeded()
    let first = try rows(in: project)
    #expect(first.edits == 0)
    // As an earlier Tane kept it: that is gone where the content is written again.
    let text = try JSONWriter(.compact).write(try #require(try recorded(in: project)))
    try project.state().write {
      try $0.execute(sql: "UPDATE content SET content = ?", arguments: [Data(text.utf8)])
    }
    let before = try rows(in: project)
    try await project.seedCarefully()
    #expect(try rows(in: project) == before)
    try project.write(Self.text([3: -1, 2_000: -2], without: [5]), to: Self.file)
    try await project.seedCarefully()
    #expect(try rows(in: project) == (2, before.content))
    #expect(try recorded(in: project)?["k3"]?["n"] == Tree(-1))
    // A change of the same place takes the place of the earlier one.
    try project.write(Self.text([3: -3, 2_000: -2]), to: Self.file)
    try await project.seedCarefully()
    #expect(try rows(in: project) == (2, before.content))
    #expect(try await recorded(in: project) == project.shops.tree(at: "/shops"))
  }

  @Test("an edit by hand of what was changed so is known as one")
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

  @Test("is what was written, whatever is changed, put in, taken out and changed above that")
  func random() async throws {
    var random = SeededGenerator(seed: 5)
    let project = try await seeded()
    for round in 0..<8 {
      let content = try await project.shops.tree(at: "/shops")
      let keys = Set((0..<5).map { _ in "k\(Int.random(in: 0..<30, using: &random))" })
      let changes = keys.compactMap { key -> Change? in
        let isWhole = content[key]?.kind != .map || Bool.random(using: &random)
        let path = TreePath(isWhole ? [key] : [key, "n"])
        let new = Bool.random(using: &random) ? Tree(.integer(Int64(round))) : nil
        guard content[path] != nil || new != nil else { return nil }
        return Change(path: path, old: content[path], new: new)
      }
      let next = content.applying(Changeset(changes: changes.sorted { $0.path < $1.path }))
      try project.write(JSONWriter().write(next), to: Self.file)
      try await project.seedCarefully(.init(), prunes: true)
      #expect(try await recorded(in: project) == project.shops.tree(at: "/shops"))
    }
  }
}
