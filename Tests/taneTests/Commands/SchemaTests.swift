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

  @Test("writes the types' shape, and tells who a change of it breaks")
  func lock() async throws {
    let project = try Self.project()
    let missing = try await project.tane("schema", "--check")
    #expect(missing.status == 2)
    #expect(missing.errors == "error: there is no fixtures/schema.yaml; tane schema writes it\n")
    let written = try await project.tane("schema")
    #expect(written.output == "Wrote 2 types into fixtures/schema.yaml.\n")
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
    #expect(same.output == "2 types as in fixtures/schema.yaml.\n")
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
        Sources/Shop.swift:4:7: error: Shop needs the new key "phone" (String); the new types cannot read \
        data written before; make the property optional, or add the key to the data first [schema-broken]
        Sources/Shop.swift:6:6: warning: Kind has the new case "bar"; released apps cannot read what is \
        written from now on [schema-breaks-releases]
        fixtures/schema.yaml:3:3: note: it was locked here

        2 types compared with fixtures/schema.yaml: 1 error and 1 warning, 0 harmless changes.
        If this is intended, tane schema writes fixtures/schema.yaml anew.

        """
    )
  }

  @Test("compares with the file as Git has it, and says where Git has none")
  func against() async throws {
    let project = try Self.project()
    let variables = ["GIT_CEILING_DIRECTORIES": project.root.deletingLastPathComponent().path]
    let none = try await project.tane("schema", "--against", "HEAD", variables: variables)
    #expect(none.status == 2)
    #expect(none.errors.hasPrefix("error: git has no fixtures/schema.yaml at HEAD: fatal: "))
    let option = try await project.tane("schema", "--against", "--output=x")
    #expect(option.status == 64)
  }

  @Test("writes schemas for editors, names them once in each file, and leaves the data as they are")
  func editor() async throws {
    let project = try Self.project()
    try project.write("- {id: 0, kind: cafe}\n", to: TemporaryProject.shopsFile)
    let first = try await project.tane("schema", "--editor")
    #expect(
      first.output
        == "Wrote 3 schemas into fixtures/.schemas; named in 3 files, 3 of them changed.\n"
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
        == "Wrote 3 schemas into fixtures/.schemas; named in 3 files, 0 of them changed.\n"
    )
    #expect(try await project.tane("validate", "--strict").status == 0)
  }

  @Test("refuses options that contradict each other, and a project without mappings")
  func refusals() async throws {
    let project = try TemporaryProject()
    let both = try await project.tane("schema", "--check", "--editor")
    #expect(both.status == 64)
    #expect(
      both.errors == "error: --check and --editor contradict each other; give one of them\n"
    )
    let none = try await project.tane("schema")
    #expect(none.status == 2)
    #expect(
      none.errors == """
        error: there is no fixtures/mappings.yaml, which says which types read data; tane validate \
        --suggest proposes its entries

        """
    )
  }
}
