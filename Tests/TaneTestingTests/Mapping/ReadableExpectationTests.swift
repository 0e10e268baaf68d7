import DemoModels
import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("Expectations about data and types")
struct ReadableExpectationTests {
  @Test("The demo's fixtures are found from the test's file and read")
  func demo() async throws {
    let shops = try await expectReadable(
      [Shop].self,
      at: "shops:/shops",
      in: .fixtures(of: "local")
    )
    #expect(shops.findings == [])
    #expect(shops.typeNames == ["[Shop]", "Shop", "FoodImage"])
    try await expectReadable(
      [String: UserInformation].self,
      at: "users:/users",
      in: .fixtures(of: "staging", sets: ["base"])
    )
  }

  @Test("Unreadable data fails with all findings at their positions")
  func unreadable() async throws {
    let project = try TemporaryProject(
      shops: "- { id: x, nmae: a }\n- { id: 1, name: b, zip: c }\n"
    )
    let failure = try await #require(throws: UnreadableData.self) {
      try await expectReadable([Named].self, at: "shops:/shops", in: project.fixtures)
    }
    #expect(
      failure.description == """
        [Named] cannot decode shops:/shops: 2 errors, 1 warning
        fixtures/base/databases/shops/shops.yaml:1:9: error: Named.id: expected Int, found string "x" \
        [wrong-type]
          shops:/shops/0/id
        fixtures/base/databases/shops/shops.yaml:1:12: error: Named.name (String) requires the key \
        "name", which is missing; did you mean "name" instead of "nmae"? [missing-key]
          shops:/shops/0/name
        fixtures/base/databases/shops/shops.yaml:2:21: warning: no type reads "zip"; Named reads id, \
        name [unread-key]
          shops:/shops/1/zip
        """
    )
    let report = try await check([Named].self, at: "shops:/shops", in: project.fixtures)
    #expect(report.findings == failure.report.findings)
  }

  @Test("Warnings fail an expectation only on request")
  func warnings() async throws {
    let project = try TemporaryProject(shops: "- { id: 1, name: b, zip: c }\n")
    let report = try await expectReadable([Named].self, at: "shops:/shops", in: project.fixtures)
    #expect(report.findings.map(\.code) == [.unreadKey])
    await #expect(throws: UnreadableData.self) {
      try await expectReadable(
        [Named].self,
        at: "shops:/shops",
        in: project.fixtures,
        failingFrom: .warning
      )
    }
  }

  @Test("An expectation works on the main actor")
  @MainActor
  func mainActor() async throws {
    let project = try TemporaryProject(shops: "- 1\n")
    try await expectReadable([OnMain].self, at: "shops:/shops", in: project.fixtures)
  }

  #if compiler(>=6.2)
  /// Decodes the first character of a text, and traps if the text is empty.
  private struct Initial: Decodable {
    let initial: Character

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      initial = text[text.startIndex]
    }
  }

  @Test("A type that traps ends the tests and names its value on standard error")
  func trap() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let project = try TemporaryProject(shops: "- a\n- ''\n")
      try await expectReadable([Initial].self, at: "shops:/shops", in: project.fixtures)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      said.split(separator: "\n").contains {
        $0.hasSuffix(
          """
          shops.yaml:2:3: error: the process ended while Initial was reading string "" at shops:/shops/1
          """
        )
      },
      "\(said)"
    )
  }
  #endif

  @Test("A long list of findings is shortened and counted")
  func many() async throws {
    let project = try TemporaryProject(shops: String(repeating: "- x\n", count: 60))
    let failure = try await #require(throws: UnreadableData.self) {
      try await expectReadable([Int].self, at: "shops:/shops", in: project.fixtures)
    }
    let lines = failure.description.split(separator: "\n")
    #expect(lines.count == 102)
    #expect(lines.first == "[Int] cannot decode shops:/shops: 60 errors")
    #expect(lines.last == "and 10 findings more")
  }

  @Test("Data of an environment's stores is read as well")
  func stores() async throws {
    let store = InMemoryTreeStore(Tree(["shops": ["1": ["id": 1, "name": "a"]]]))
    let data = MappingData.readers(EnvironmentStores(["shops": store], as: .databases).readers)
    try await expectReadable([Named?].self, at: "shops:/shops", in: data)
    let failure = try await #require(throws: UnreadableData.self) {
      try await expectReadable([String: Named].self, at: "shops:/shops", in: data)
    }
    #expect(
      failure.report.findings.map(\.message) == [
        "expected a map, found list of 2; written as a map with the key 1, read back as a list of 2 with"
          + " a null: decoding [String: Named] will fail on the device"
      ]
    )
    let nothing = try await #require(throws: MappingDataError.self) {
      try await expectReadable([Named].self, at: "shops:/shop", in: data)
    }
    #expect(
      nothing.description
        == "no value found at shops:/shop, so the type cannot be checked; did you mean "
        + "\"shops\"?"
    )
  }

  @Test("Missing data is an error with the reason")
  func nothing() async throws {
    let project = try TemporaryProject(shops: "- { id: 1, name: a }\n")
    #expect(
      try await message(at: "shops", in: project.fixtures)
        == "\"shops\" is not a valid address: write the database's name and the path, such as shops:/shops"
    )
    #expect(
      try await message(at: "shop:/shops", in: project.fixtures)
        == "the environment has no database \"shop\" (known: shops); did you mean \"shops\"?"
    )
    #expect(
      try await message(at: "shops:/shosp", in: project.fixtures)
        == "no value found at shops:/shosp of the fixtures base, so the type cannot be checked; "
        + "did you mean \"shops\"?"
    )
    #expect(
      try await message(at: "shops:/shops", in: .fixtures(in: "/"))
        == "found no folder with environments/ when searching upwards from /; "
        + "specify the project's folder with in:"
    )
    let broken = try TemporaryProject(shops: "- { id: 1\n")
    #expect(
      try await message(at: "shops:/shops", in: broken.fixtures)
        .hasPrefix("the fixtures have 1 error\nfixtures/base/databases/shops/shops.yaml:")
    )
  }

  private func message(at address: String, in data: MappingData) async throws -> String {
    try await #require(throws: MappingDataError.self) {
      try await expectReadable([Named].self, at: address, in: data)
    }.description
  }
}

private struct Named: Codable {
  let id: Int
  let name: String
}

/// Traps unless it is decoded on the main actor.
private struct OnMain: Decodable {
  init(from decoder: any Decoder) throws {
    MainActor.preconditionIsolated()
  }
}

extension TemporaryProject {
  fileprivate var fixtures: MappingData { .fixtures(of: "local", in: folder.path) }
}
