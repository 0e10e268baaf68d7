import Foundation
import Testing

@Suite("tane diff")
struct DiffTests {
  @Test("compares two files, YAML or JSON in either place, without a project")
  func files() async throws {
    let folder = try TemporaryProject([
      "a.yaml": "name: 麺屋\nopen: true\nrating: 4\n",
      "b.json": #"{"name": "麺屋 本店", "rating": "4", "tags": ["ramen"]}"#,
    ])
    let result = try await folder.tane("diff", "a.yaml", "b.json")
    #expect(result.status == 1)
    #expect(
      result.output == """
        ~ change  /name
                  - "麺屋"
                  + "麺屋 本店"  b.json:1:10
        - remove  /open
                  - true
        ~ change  /rating  from integer to string
                  - 4
                  + "4"  b.json:1:29
        + add     /tags
                  + ["ramen"]  b.json:1:42

        1 added, 2 changed, 1 removed; 0 values the same.

        """
    )
    #expect(try await folder.tane("diff", "a.yaml", "a.yaml").status == 0)
  }

  @Test("compares two environments")
  func environments() async throws {
    let project = try TemporaryProject()
    try project.write(
      "guard: open\ndatabases:\n  shops: embedded:shops\n",
      to: "environments/other.yaml"
    )
    _ = try await project.tane("seed")
    let result = try await project.tane("diff", "local", "other")
    #expect(result.status == 1)
    #expect(result.errors == "note: images is not compared: only one of the environments has it\n")
    #expect(
      result.output == """
        local → other

        - remove  shops:/
                  - {"shops":[{"id":0,"name":"麺屋"},{"id":1,"name":"喫茶"}]}

        0 to add, 0 to change, 1 to remove; 0 values and 0 objects are the same.

        """
    )
  }

  @Test("says what can be compared when it cannot compare what it is given")
  func operands() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("diff", "a.yaml", "fixtures")
    #expect(result.status == 64)
    #expect(result.errors.contains("a file is compared with a file"))
    let missing = try await project.tane("diff", "a.yaml", "b.yaml")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("a.yaml: cannot be read"))
  }
}
