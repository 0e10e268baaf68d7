import Foundation
import Testing

@Suite("Type checks before writing")
struct SeedTypesTests {
  /// Returns a project whose second shop was updated at "10:00", which is not a date.
  private static func project(mappings: String = "") throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write(
      "import Foundation\nstruct Shop: Codable { let name: String; let updated_at: Date }\n",
      to: "Sources/Shop.swift"
    )
    try project.write(
      """
      - { name: 麺屋, updated_at: 2026-04-01T04:47:38Z }
      - { name: 喫茶, updated_at: "10:00", colour: red }
      """,
      to: TemporaryProject.shopsFile
    )
    try project.write(
      """
      sources: [Sources]
      strategies: { dates: iso8601 }
      \(mappings)
      mappings:
        shops:/shops: "[Shop]"

      """,
      to: "fixtures/mappings.yaml"
    )
    return project
  }

  private static let findings = """
    fixtures/base/databases/shops/shops.yaml:2:27: error: Shop.updated_at: expected Date, found string \
    "10:00", which is not an ISO 8601 date such as 2024-05-01T09:30:00Z [unreadable-value]
    Sources/Shop.swift:2:46: note: Shop.updated_at is declared here
      shops:/shops/1/updated_at
    fixtures/base/databases/shops/shops.yaml:2:36: warning: no type reads "colour"; Shop reads name, \
    updated_at [unread-key]
    Sources/Shop.swift:2:8: note: Shop is declared here
      shops:/shops/1/colour

    """

  @Test(
    "The seed and plan commands stop at values that Swift types cannot read",
    arguments: ["seed", "plan"]
  )
  func errors(command: String) async throws {
    let project = try Self.project()
    let result = try await project.tane(command)
    #expect(result.status == 1)
    #expect(result.output == "local  embedded · shops, images · guard open · fixtures base\n\n")
    #expect(
      result.errors
        == Self.findings
        + "error: 1 error in the data that the app's Swift types read; nothing was written "
        + "(--no-types skips this check)\n"
    )
    #expect(!project.exists(".tane/local.sqlite"))
    let json = try await project.tane(command, "--json")
    #expect(json.status == 1)
    #expect(json.output.contains(#""code": "unreadable-value""#))
  }

  @Test("The seed command groups findings of one kind")
  func manyErrors() async throws {
    let project = try Self.project()
    let shop = "- { name: 麺屋, updated_at: 10:00 }\n"
    try project.write(String(repeating: shop, count: 7), to: TemporaryProject.shopsFile)
    let result = try await project.tane("seed")
    #expect(result.errors.components(separatedBy: " error: ").count == 4)
    #expect(
      result.errors.hasSuffix(
        """
        … and 4 more [unreadable-value] at shops:/shops/*/updated_at (tane validate --all shows \
        them)
        error: 7 errors in the data that the app's Swift types read; nothing was written (--no-types skips this \
        check)

        """
      )
    )
  }

  @Test("The option --no-types skips type checks and reports it")
  func leftOut() async throws {
    let project = try Self.project()
    let clause = "whether the app's Swift types can read the data (--no-types)"
    let plan = try await project.tane("plan", "--no-types")
    #expect(plan.status == 0)
    #expect(plan.errors == "note: not checked: \(clause)\n")
    let seed = try await project.tane("seed", "--no-types", "--json")
    #expect(seed.status == 0)
    #expect(try Self.notChecked(seed) == [clause])
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("Type checks are limited to the requested addresses")
  func scope() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed", "shops:/shops/0").status == 0)
    #expect(try await project.tane("seed", "shops:/shops/1/updated_at").status == 1)
    // A mapping with an undeclared type does not affect seeds of other nodes.
    try project.write("tags: { a: 1 }\n", to: "fixtures/base/databases/shops/other.yaml")
    let file = "fixtures/mappings.yaml"
    try project.write(try project.read(file) + "  shops:/other/tags: Tags\n", to: file)
    let first = try await project.tane("seed", "shops:/shops/0")
    #expect((first.status, first.errors) == (0, ""))
    let other = try await project.tane("seed", "shops:/other/tags")
    #expect(other.status == 1)
    #expect(other.errors.hasPrefix("\(file):6:22: error: "))
    #expect(other.errors.contains("[unknown-type]"))
  }

  @Test("Type checks use the severities of the mappings and report warnings once")
  func severities() async throws {
    let project = try Self.project(
      mappings: "severity: { unreadable-value: warning, unread-key: ignore }"
    )
    let result = try await project.tane("seed")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        fixtures/base/databases/shops/shops.yaml:2:27: warning: Shop.updated_at: expected Date, found string \
        "10:00", which is not an ISO 8601 date such as 2024-05-01T09:30:00Z [unreadable-value]
        Sources/Shop.swift:2:46: note: Shop.updated_at is declared here
          shops:/shops/1/updated_at
        writing shops atomically: 1 write

        """
    )
  }

  @Test("The seed command reports unmapped nodes among the requested addresses")
  func unmapped() async throws {
    let project = try Self.project(
      mappings: "severity: { unreadable-value: ignore, unread-key: ignore }"
    )
    try project.write("{ a: 1, b: 2 }\n", to: "fixtures/base/databases/shops/x.yaml")
    try project.write("{ a: 1 }\n", to: "fixtures/base/databases/shops/y.yaml")
    let all = try await project.tane("seed", "-n")
    #expect(
      all.errors == """
        note: not checked: shops:/x: 2 values without a mapping; and 1 more (tane validate lists \
        all)

        """
    )
    let one = try await project.tane("plan", "shops:/y", "--json")
    #expect(try Self.notChecked(one) == ["shops:/y: 1 value without a mapping"])
    #expect(try await project.tane("seed", "-n", "shops:/shops").errors == "")
  }

  @Test("The seed and plan commands continue without type checks if the Swift reader is missing")
  func missingReader() async throws {
    let project = try Self.project()
    let variables = ["TANE_SWIFT_READER": "/nonexistent"]
    let clause = """
      whether the app's Swift types can read the data: TANE_SWIFT_READER is set to "/nonexistent", \
      where no program exists; set it to the path of tane-swift-reader, or unset it
      """
    let plan = try await project.tane("plan", variables: variables)
    #expect(plan.status == 0)
    #expect(plan.errors == "note: not checked: \(clause)\n")
    let json = try await project.tane("plan", "--json", variables: variables)
    #expect(try Self.notChecked(json) == [clause])
    // Files that an earlier run has read are cached, so no reader is needed.
    #expect(try await project.tane("validate").status == 1)
    #expect(try await project.tane("plan", variables: variables).status == 1)
  }

  @Test("Without mapped types nothing is reported as unchecked")
  func withoutMappings() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("plan", "--no-types").errors == "")
    try project.write("severity: { unread-key: ignore }\n", to: "fixtures/mappings.yaml")
    #expect(try await project.tane("plan").errors == "")
    try project.write("mappings: { \"shops:/shops\": \"[Shop]\" }\n", to: "fixtures/mappings.yaml")
    let result = try await project.tane("plan")
    #expect(result.status == 0)
    #expect(
      result.errors.hasSuffix(
        "note: not checked: whether the app's Swift types can read the data: \"sources\" in the "
          + "mappings is empty\n"
      )
    )
  }

  @Test("A map that becomes the list that a type reads causes no warning")
  func lists() async throws {
    let project = try Self.project()
    try project.write(
      "0: { name: 麺屋, updated_at: 2026-04-01T04:47:38Z }\n",
      to: TemporaryProject.shopsFile
    )
    let result = try await project.tane("plan")
    #expect((result.status, result.errors) == (0, ""))
  }

  private static func notChecked(_ result: TaneProcess.Result) throws -> [String]? {
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return (document as? [String: Any])?["notChecked"] as? [String]
  }
}
