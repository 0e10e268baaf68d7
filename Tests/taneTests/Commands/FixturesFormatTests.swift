import Foundation
import Testing

@Suite("tane fixtures fmt")
struct FixturesFormatTests {
  private static let shops = "fixtures/base/databases/shops/shops.yaml"

  @Test("The fixtures fmt command formats all sets but not objects and unreadable files")
  func format() async throws {
    let text = "# Shops\n-   id:  0\n    name: \"麺屋\"\n    seen: !now   -2h\n"
    let formatted = "# Shops\n- id: 0\n  name: 麺屋\n  seen: !now   -2h\n"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      Self.shops: text, "fixtures/base/databases/shops/good.yaml": "a: 1\n",
      "fixtures/base/buckets/images/a.yaml": "a:   1",
      "fixtures/base/buckets/images/a.yaml.meta.yaml": "contentType:  text/plain",
      "fixtures/base/databases/shops/data.json": "{\"a\":1}",
    ])
    let checked = try await project.tane("fixtures", "fmt", "--check")
    #expect(checked.status == 1)
    #expect(
      checked.output == """
        ~ change  fixtures/base/buckets/images/a.yaml.meta.yaml
        ~ change  \(Self.shops)
        2 of 3 files must be formatted.

        """
    )
    #expect(try project.read(Self.shops) == text)
    let written = try await project.tane("fixtures", "fmt")
    #expect(written.status == 0)
    #expect(written.output.hasSuffix("Formatted 2 of 3 files.\n"))
    #expect(try project.read(Self.shops) == formatted)
    #expect(try project.read("fixtures/base/buckets/images/a.yaml") == "a:   1")
    #expect(
      try project.read("fixtures/base/buckets/images/a.yaml.meta.yaml")
        == "contentType: text/plain\n"
    )
    let again = try await project.tane("fixtures", "fmt", "--check", "--set", "base")
    #expect(again.status == 0)
    #expect(again.output == "Nothing to do: 3 files checked.\n")

    try project.write("a: [1\n", to: "fixtures/base/databases/shops/bad.yaml")
    try project.write("a:  1\n", to: "fixtures/base/databases/shops/good.yaml")
    let bad = try await project.tane("fixtures", "fmt")
    #expect(bad.status == 2)
    #expect(bad.errors.hasPrefix("fixtures/base/databases/shops/bad.yaml:"))
    #expect(bad.errors.hasSuffix("error: files that cannot be read were not changed\n"))
    #expect(try project.read("fixtures/base/databases/shops/bad.yaml") == "a: [1\n")
    #expect(try project.read("fixtures/base/databases/shops/good.yaml") == "a: 1\n")
    let unknown = try await project.tane("fixtures", "fmt", "--set", "bse")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors
        == "error: the project has no fixture set \"bse\" (known: base); did you mean \"base\"?\n"
    )
  }

  @Test("The fixtures of this repository are formatted")
  func demo() async throws {
    let project = try TemporaryProject.demo()
    let checked = try await project.tane("fixtures", "fmt", "--check")
    #expect(checked.status == 0, "\(checked.output)")
  }
}
