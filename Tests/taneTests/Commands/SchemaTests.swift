import Foundation
import Testing

@Suite("tane schema")
struct SchemaTests {
  private static let source = "Sources/Shop.swift"

  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write(
      """
      struct Shop: Codable {
        let id: Int
        let kind: Kind
      }
      enum Kind: String, Codable { case cafe }
      """,
      to: source
    )
    try project.write(
      "sources: [Sources]\nmappings: { shops:/shops: \"[Shop]\" }\n",
      to: "fixtures/mappings.yaml"
    )
    return project
  }

  @Test("The schema command writes types, and --check names the readers that a change breaks")
  func lock() async throws {
    let project = try Self.project()
    let missing = try await project.tane("schema", "--check")
    #expect(missing.status == 2)
    #expect(
      missing.errors == "error: fixtures/schema.yaml does not exist; run tane schema to create it\n"
    )
    let written = try await project.tane("schema")
    #expect(written.output == "Wrote 2 types to fixtures/schema.yaml.\n")
    #expect(
      try project.read("fixtures/schema.yaml") == """
        format: 1
        types:
          Kind:
            raw: String
            values:
              - cafe
          Shop:
            fields:
              id: Int
              kind: Kind

        """
    )
    let same = try await project.tane("schema", "--check")
    #expect(same.status == 0)
    #expect(same.output == "2 types compared with fixtures/schema.yaml: no changes.\n")
    try project.write(
      """
      struct Shop: Codable {
        let id: Int
        let kind: Kind
        let phone: String
      }
      enum Kind: String, Codable { case cafe, bar }
      """,
      to: Self.source
    )
    let changed = try await project.tane("schema", "--check")
    #expect(changed.status == 1)
    #expect(
      changed.output == """
        Sources/Shop.swift:4:7: error: Shop requires the new key "phone" (String); the new types \
        cannot read existing data; make the property optional, or add the key to the data first \
        [schema-broken]
        Sources/Shop.swift:6:6: warning: Kind has the new case "bar"; released apps cannot read \
        new data [schema-breaks-releases]
        fixtures/schema.yaml:3:3: note: it is recorded here

        2 types compared with fixtures/schema.yaml: 1 error and 1 warning, 0 harmless changes.
        If this is intended, update fixtures/schema.yaml with tane schema.

        """
    )
  }

  @Test(
    "The schema command distinguishes harmless, breaking and undetermined changes"
  )
  func outcomes() async throws {
    let project = try Self.project()
    #expect(try await project.tane("schema").status == 0)
    let kind = "enum Kind: String, Codable { case cafe }\n"
    try project.write(
      "struct Shop: Codable { let id: Int; let kind: Kind; let phone: String? }\n\(kind)",
      to: Self.source
    )
    let harmless = try await project.tane("schema", "--check")
    let note = """
      Sources/Shop.swift:1:57: note: Shop may now also read "phone" (String) [schema-changed]

      2 types compared with fixtures/schema.yaml: 0 errors and 0 warnings, 1 harmless change.
      If this is intended, update fixtures/schema.yaml with tane schema.

      """
    #expect(harmless.status == 0)
    #expect(harmless.output == note)
    let strict = try await project.tane("schema", "--check", "--strict")
    #expect(strict.status == 1)
    #expect(strict.output == note)
    try project.write(
      """
      struct Shop: Decodable {
        enum CodingKeys: CodingKey {}
        init(from decoder: any Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          self = try make(values)
        }
      }
      \(kind)
      """,
      to: Self.source
    )
    let unfollowed = try await project.tane("schema", "--check")
    #expect(unfollowed.status == 0)
    #expect(
      unfollowed.output == """
        fixtures/schema.yaml:3:3: note: the sources no longer show which type reads Kind; its \
        changes are not checked [schema-unchecked]
        fixtures/schema.yaml:9:7: note: the sources do not show every key that Shop reads; \
        whether it still reads "id" is not checked [schema-unchecked]
        fixtures/schema.yaml:10:7: note: the sources do not show every key that Shop reads; \
        whether it still reads "kind" is not checked [schema-unchecked]

        1 type compared with fixtures/schema.yaml: 0 errors and 0 warnings, 0 harmless changes, 3 unchecked changes.
        If this is intended, update fixtures/schema.yaml with tane schema.

        """
    )
    let usage = try await project.tane("schema", "--strict")
    #expect(usage.status == 64)
    #expect(usage.errors == "error: --strict requires --check or --against\n")
  }

  @Test(
    "A source with a syntax error is reported, and the schema is not compared or written",
    arguments: [[], ["--check"]]
  )
  func syntaxErrors(arguments: [String]) async throws {
    let project = try Self.project()
    #expect(try await project.tane("schema").status == 0)
    let lock = try project.read("fixtures/schema.yaml")
    try project.write(
      "struct Shop: Codable {\n  let id: Int\n  let kind Kind\n}\n",
      to: Self.source
    )
    let result = try await TaneProcess.run(["schema"] + arguments, in: project.root)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors == """
        Sources/Shop.swift:3:12: error: this Swift file has a syntax error here, so its \
        declarations may be misread; fix it, or add the file to "exclude" in \
        fixtures/mappings.yaml [swift-syntax]
        error: the Swift sources have syntax errors; the types were not compared

        """
    )
    #expect(try project.read("fixtures/schema.yaml") == lock)
  }

  @Test("An unknown type does not hide syntax errors")
  func unknownType() async throws {
    let project = try Self.project()
    try project.write("struct Shop: Codable {\n  let kind Kind\n}\n", to: Self.source)
    try project.write(
      "sources: [Sources]\nmappings: { shops:/shops: Unheard }\n",
      to: "fixtures/mappings.yaml"
    )
    let result = try await project.tane("schema")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "fixtures/mappings.yaml:2:27: error: Unheard is not declared in the scanned files "
          + "[unknown-type]\n"
      )
    )
    #expect(
      result.errors.contains(
        "Sources/Shop.swift:2:12: warning: this Swift file has a syntax error here, so its "
          + "declarations may be misread; fix it, or add the file to \"exclude\" in "
          + "fixtures/mappings.yaml [swift-syntax]\n"
      )
    )
  }

  @Test("The schema command compares with the file in Git or reports that it is missing")
  func against() async throws {
    let project = try Self.project()
    let variables = ["GIT_CEILING_DIRECTORIES": project.root.deletingLastPathComponent().path]
    let none = try await project.tane("schema", "--against", "HEAD", variables: variables)
    #expect(none.status == 2)
    #expect(
      none.errors.hasPrefix("error: cannot read fixtures/schema.yaml at HEAD from Git: fatal: ")
    )
    let option = try await project.tane("schema", "--against", "--output=x")
    #expect(option.status == 64)
  }

  @Test("The schema command writes schemas for editors and names them once in each file")
  func editor() async throws {
    let project = try Self.project()
    try project.write("- {id: 0, kind: cafe}\n", to: TemporaryProject.shopsFile)
    let first = try await project.tane("schema", "--editor")
    #expect(
      first.output
        == "Wrote 3 schemas to fixtures/.schemas, referenced in 3 files (3 of them changed).\n"
    )
    #expect(
      try project.read(TemporaryProject.shopsFile) == """
        # yaml-language-server: $schema=../../../.schemas/shops--shops.json
        - {id: 0, kind: cafe}

        """
    )
    let again = try await project.tane("schema", "--editor")
    #expect(
      again.output
        == "Wrote 3 schemas to fixtures/.schemas, referenced in 3 files (0 of them changed).\n"
    )
    #expect(try await project.tane("validate", "--strict").status == 0)
  }

  @Test("The schema command rejects contradictory options and a project without mappings")
  func refusals() async throws {
    let project = try TemporaryProject()
    let both = try await project.tane("schema", "--check", "--editor")
    #expect(both.status == 64)
    #expect(
      both.errors == "error: --check and --editor cannot be combined; use one of them\n"
    )
    let none = try await project.tane("schema")
    #expect(none.status == 2)
    #expect(
      none.errors == """
        error: fixtures/mappings.yaml, which maps data to types, does not exist; tane validate \
        --suggest proposes its entries

        """
    )
  }
}
