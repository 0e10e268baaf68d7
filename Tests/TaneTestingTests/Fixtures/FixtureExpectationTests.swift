import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("A test expects that an environment holds what its fixtures say")
struct FixtureExpectationTests {
  private static let shops = """
    - { id: 1, name: 麺屋 }
    - { id: 2, name: 寿司 }
    """

  private func readers(_ tree: TreeLiteral) -> EnvironmentReaders {
    let store = InMemoryTreeStore(Tree(tree))
    return EnvironmentStores(["shops": store], as: .databases).readers
  }

  @Test("what is as the fixtures say passes, and what no fixture describes is not read")
  func same() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    let readers = readers([
      "shops": [["id": 1, "name": "麺屋"], ["id": 2, "name": "寿司"]], "mine": 1,
    ])
    let difference = try await expectFixtures(in: readers, from: project.fixtures)
    #expect(
      difference.text == "Nothing differs: 4 values and 0 objects are unchanged.\n"
    )
  }

  @Test("what differs fails with what tane diff prints")
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
                  = 1 unchanged beside it
        + add     shops:/shops/1/name
                  + "寿司"  fixtures/base/databases/shops/shops.yaml:2:18
                  = 1 unchanged beside it

        1 to add, 1 to change, 0 to remove; 2 values and 0 objects are unchanged.

        """
    )
    #expect(failure.difference.text == failure.description.split(separator: "\n", maxSplits: 1)[1])
  }

  @Test("extras fail only if that is asked for")
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
                  = 1 unchanged beside it

        0 to add, 0 to change, 0 to remove, 1 extra (tane seed leaves them, --prune removes); \
        1 value and 0 objects are unchanged.

        """
    )
  }

  @Test("only the addresses that are named are compared")
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

  @Test("an address of which no fixture says anything is an error, and so is none")
  func unknown() async throws {
    let project = try TemporaryProject(shops: Self.shops)
    func message(of address: String) async throws -> String {
      try await #require(throws: MappingDataError.self) {
        try await expectFixtures(in: readers([:]), at: address, from: project.fixtures)
      }.message
    }
    #expect(
      try await message(of: "shops:/users")
        == "shops:/users: no fixture of base describes a node there"
    )
    #expect(
      try await message(of: "shops")
        == #""shops" is not a valid address: write the database's name and the path, such as shops:/shops"#
    )
  }

  @Test("fixtures with errors are not compared with")
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
