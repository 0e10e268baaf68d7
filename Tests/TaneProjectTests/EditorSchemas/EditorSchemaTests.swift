import SystemPackage
import TaneCore
import TaneFormats
import Testing

@testable import TaneProject

@Suite("Schemas for editors")
struct EditorSchemaTests {
  private func keys(of schema: JSONSchema) throws -> [String] {
    let text = try schema.text()
    let tree = try #require(JSONReader().read(Array(text.utf8), named: "schema.json").tree)
    return tree["properties"]?.children.compactMap(\.key) ?? []
  }

  @Test("Schemas for editors contain exactly the keys that the readers accept")
  func keys() throws {
    #expect(try keys(of: EditorSchema.profile()) == ProfileReader.keys.sorted())
    #expect(try keys(of: EditorSchema.mappings) == MappingsReader.keys.sorted())
    let severity = try #require(EditorSchema.mappings.definitions["severity"])
    #expect(try keys(of: severity) == DiagnosticCode.configurableCodeNames.sorted())
  }

  @Test(
    "A schema comment contains the schema's path relative to the file",
    arguments: [
      ("environments/local.yaml", ".tane/schemas/profile.json", "../.tane/schemas/profile.json"),
      ("fixtures/base/databases/a.yaml", "fixtures/schemas/a.json", "../../schemas/a.json"),
      ("a.yaml", "b.json", "b.json"),
      ("./x/a.yaml", "x/./b.json", "b.json"),
    ]
  )
  func comment(file: String, schema: String, path: String) {
    #expect(
      EditorSchema.comment(for: FilePath(file), schema: FilePath(schema))
        == "# yaml-language-server: $schema=\(path)"
    )
  }

  @Test(
    "A schema comment is added to a file once and replaces an existing one",
    arguments: [
      ("a: 1\n", "# yaml-language-server: $schema=x\na: 1\n"),
      ("", "# yaml-language-server: $schema=x\n"),
      (
        "# About\n\n# yaml-language-server: $schema=y\na: 1",
        "# About\n\n# yaml-language-server: $schema=x\na: 1"
      ),
      (
        "# yaml-language-server: $schema=y\r\na: 1\r\n",
        "# yaml-language-server: $schema=x\r\na: 1\r\n"
      ),
      ("a: 1\r\n", "# yaml-language-server: $schema=x\r\na: 1\r\n"),
      (
        "a: 1\n# yaml-language-server: $schema=y\n",
        "# yaml-language-server: $schema=x\na: 1\n# yaml-language-server: $schema=y\n"
      ),
    ]
  )
  func text(before: String, after: String) {
    let comment = "# yaml-language-server: $schema=x"
    #expect(EditorSchema.text(before, naming: comment) == after)
    #expect(EditorSchema.text(after, naming: comment) == after)
  }
}
