import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("Expectations about fixtures")
struct FixtureExpectationTests {
  private static let shops = """
    - { id: 1, name: 麺屋 }
    - { id: 2, name: 寿司 }
    """

  private func readers(_ tree: TreeLiteral) -> EnvironmentReaders {
    let store = InMemoryTreeStore(Tree(tree))
    return EnvironmentStores(["shops": store], as: .databases).readers
  }

  @Test("An environment equal to its fixtures passes, and other nodes are not read")
  func same() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    let readers = readers([
      "shops": [["id": 1, "name": "麺屋"], ["id": 2, "name": "寿司"]], "mine": 1,
    ])
    let difference = try await expectFixtures(in: readers, from: project.fixtures)
    #expect(
      difference.text == "No differences: 4 values and 0 objects are unchanged.\n"
    )
  }

  @Test("A differing environment fails with the output of tane diff")
  func different() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    let readers = readers(["shops": [["id": 1, "name": "拉麺"], ["id": 2]]])
    let failure = try await #require(throws: UnexpectedDifference.self) {
      try await expectFixtures(in: readers, from: project.fixtures)
    }
    #expect(
      failure.description == """
        local differs from its fixtures (base):
        ~ change  shops:/shops/0/name
                  - "拉麺"
                  + "麺屋"  fixtures/base/databases/shops/shops.yaml:1:18
                  = 1 unchanged at the same level
        + add     shops:/shops/1/name
                  + "寿司"  fixtures/base/databases/shops/shops.yaml:2:18
                  = 1 unchanged at the same level

        1 to add, 1 to change, 0 to remove; 2 values and 0 objects are unchanged.

        """
    )
    #expect(failure.difference.text == failure.description.split(separator: "\n", maxSplits: 1)[1])
  }

  @Test("Extra values fail an expectation only on request")
  func extras() async throws {
    let project = try TemporaryProject(shops: "{ a: 1 }\n")
    let readers = readers(["shops": ["a": 1, "mine": 2]])
    #expect(try await !expectFixtures(in: readers, from: project.fixtures).isEmpty)
    let failure = try await #require(throws: UnexpectedDifference.self) {
      try await expectFixtures(in: readers, from: project.fixtures, allowsExtras: false)
    }
    #expect(
      failure.description == """
        local differs from its fixtures (base):
        - extra   shops:/shops/mine
                  - 2
                  = 1 unchanged at the same level

        0 to add, 0 to change, 0 to remove, 1 extra (tane seed keeps extras, --prune removes them); \
        1 value and 0 objects are unchanged.

        """
    )
  }

  @Test("Only the given addresses are compared with fixtures")
  func addresses() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    let readers = readers(["shops": [["id": 1, "name": "other"], ["id": 2, "name": "寿司"]]])
    try await expectFixtures(in: readers, at: "shops:/shops/1", from: project.fixtures)
    await #expect(throws: UnexpectedDifference.self) {
      try await expectFixtures(
        in: readers,
        at: "shops:/shops/1",
        "shops:/shops/0/name",
        from: project.fixtures
      )
    }
  }

  @Test("An address without fixtures and an invalid address are errors")
  func unknown() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    func message(of address: String) async throws -> String {
      try await #require(throws: MappingDataError.self) {
        try await expectFixtures(in: readers([:]), at: address, from: project.fixtures)
      }.message
    }
    #expect(
      try await message(of: "shops:/users")
        == "no fixture of base describes shops:/users"
    )
    #expect(
      try await message(of: "shops")
        == #""shops" is not a valid address: write the database's name and the path, such as shops:/shops"#
    )
  }

  @Test("Fixtures with errors fail the comparison")
  func unusable() async throws {
    let project = try TemporaryProject(shops: "- [1\n")
    let failure = try await #require(throws: MappingDataError.self) {
      try await expectFixtures(in: readers([:]), from: project.fixtures)
    }
    #expect(failure.message == "the fixtures have 1 error")
    #expect(failure.diagnostics.map(\.severity) == [.error])
  }
}

extension TemporaryProject {
  fileprivate var fixtures: ProjectFixtures { ProjectFixtures(of: "local", in: folder.path) }
}
