import Foundation
import Testing

@testable import TaneKit
@testable import tane

@Suite("Unchecked parts in tane validate")
struct ValidateCoverageTests {
  /// Returns a project whose database has three nodes, of which the mappings cover one completely
  /// and one in part.
  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write("struct Shop: Codable { let name: String }\n", to: "Sources/Shop.swift")
    try project.write(
      """
      shops: { a: { name: x }, b: { name: y } }
      campaigns: { spring: { title: t, tags: [u] } }
      users: { u1: { settings: { name: x }, rank: gold } }
      old: 1
      """,
      to: "fixtures/base/databases/shops.yaml"
    )
    try project.remove(TemporaryProject.shopsFile)
    try project.write(
      """
      sources: [Sources]
      severity: { unread-key: ignore }
      ignore: ["shops:/old"]
      mappings:
        shops:/shops: "[String: Shop]"
        shops:/users/*/settings: Shop
      """,
      to: "fixtures/mappings.yaml"
    )
    return project
  }

  @Test("The validate command lists nodes without mappings, of fixtures and of an environment")
  func unmapped() async throws {
    let project = try Self.project()
    let result = try await project.tane("validate")
    #expect(result.status == 0)
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures base

        Checked 7 values and 0 objects in 1 file: 0 errors and 0 warnings.
        Not checked: shops:/campaigns/spring: 2 values without a mapping.
        Not checked: shops:/users: 1 value without a mapping.

        """
    )
    #expect(try await project.tane("seed").status == 0)
    let live = try await project.tane("validate", "--live")
    #expect(
      live.output == """
        local  embedded · shops, images · guard open · fixtures base

        Checked 3 values in 2 nodes of the environment: 0 errors and 0 warnings.
        Not checked: shops:/campaigns: it has no mapping.

        """
    )
  }

  @Test("The validate command reports unchecked parts as skipped in a JUnit report")
  func skipped() async throws {
    let project = try Self.project()
    try project.write(
      "@Codable struct Macro {}\nstruct Shop: Codable { let name: String }\n",
      to: "Sources/Shop.swift"
    )
    try project.write(
      """
      sources: [Sources]
      ignore: ["shops:/old", "shops:/users"]
      mappings:
        shops:/shops: "[String: Shop]"
        shops:/campaigns: Macro
        shops:/shop: Shop
      """,
      to: "fixtures/mappings.yaml"
    )
    let result = try await project.tane("validate", "--reporter", "junit")
    #expect(result.status == 0)
    let macro =
      "Macro (Sources/Shop.swift:1:17): @Codable may be a macro, whose expansion is not analyzed"
    let unmatched =
      "fixtures/mappings.yaml:6:3: warning: the data has no value at shops:/shop, so "
      + "&quot;Shop&quot; is not checked; did you mean &quot;shops:/shops&quot;? "
      + "[unmatched-mapping]"
    #expect(
      result.output == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="7" failures="0" skipped="3">
          <testsuite name="fixtures base" tests="1" failures="0" skipped="0">
            <testcase classname="tane validate local" name="fixtures base"/>
          </testsuite>
          <testsuite name="fixtures/mappings.yaml" tests="1" failures="0" skipped="0">
            <testcase classname="tane validate local" name="fixtures/mappings.yaml"/>
            <system-out>\(unmatched)</system-out>
          </testsuite>
          <testsuite name="profiles" tests="1" failures="0" skipped="0">
            <testcase classname="tane validate local" name="profiles"/>
          </testsuite>
          <testsuite name="shops:/shops as [String: Shop]" tests="1" failures="0" skipped="0">
            <testcase classname="tane validate local" name="shops:/shops as [String: Shop]"/>
          </testsuite>
          <testsuite name="shops:/campaigns as Macro" tests="1" failures="0" skipped="1">
            <testcase classname="tane validate local" name="shops:/campaigns as Macro"><skipped \
        message="\(macro)"/></testcase>
          </testsuite>
          <testsuite name="shops:/shop as Shop" tests="1" failures="0" skipped="1">
            <testcase classname="tane validate local" name="shops:/shop as Shop"><skipped \
        message="the data has no value at shops:/shop"/></testcase>
          </testsuite>
          <testsuite name="not checked" tests="1" failures="0" skipped="1">
            <testcase classname="tane validate local" name="\(macro)"><skipped/></testcase>
          </testsuite>
        </testsuites>

        """
    )
    let without = try await project.tane("validate", "--no-types", "--reporter", "junit")
    let reason = "<skipped message=\"--no-types skips the type check\"/>"
    #expect(without.output.components(separatedBy: reason).count == 4)
  }

  @Test("The validate command with --suggest fails if the types are unknown")
  func suggestions() async throws {
    let project = try TemporaryProject()
    let bare = try await project.tane("validate", "--suggest")
    #expect(bare.status == 2)
    #expect(bare.output == "")
    #expect(
      bare.errors == """
        error: cannot suggest mappings without Swift sources: add "sources: [Sources]", with the \
        folders of the app's models, to fixtures/mappings.yaml

        """
    )
    try project.write("struct Shop: Codable {}\n", to: "Sources/Shop.swift")
    try project.write("sources: [Sources]\n", to: "fixtures/mappings.yaml")
    let unread = try await project.tane(
      "validate",
      "--suggest",
      variables: ["TANE_SWIFT_READER": "/nonexistent"]
    )
    #expect(unread.status == 2)
    #expect(unread.output == "")
    #expect(
      unread.errors == """
        fixtures/mappings.yaml: error: the Swift sources cannot be read: TANE_SWIFT_READER is set to \
        "/nonexistent", where no program exists; set it to the path of tane-swift-reader, or \
        unset it; \
        --no-types checks everything except types [unreadable-file]
        error: cannot suggest mappings: the app's Swift types could not be read

        """
    )
    let contradiction = try await project.tane("validate", "--suggest", "--no-types")
    #expect(contradiction.status == 64)
    #expect(
      contradiction.errors
        == "error: --suggest and --no-types cannot be combined; use one of them\n"
    )
    try project.write("source: [Sources]\n", to: "fixtures/mappings.yaml")
    let wrong = try await project.tane("validate", "--suggest")
    #expect(wrong.status == 2)
    let failure = "error: fixtures/mappings.yaml has errors; nothing was suggested\n"
    #expect(wrong.errors.hasSuffix(failure))
  }

  @Test("The validate command reports a profiles folder without profiles")
  func noProfiles() async throws {
    let project = try TemporaryProject(["environments/README.md": "x\n"])
    let message =
      "environments: error: \"environments\" contains no profile: add one, such as "
      + "environments/local.yaml [missing-profile]\n"
    let list = try await project.tane("env", "list")
    #expect(list.status == 1)
    #expect(list.errors == message)
    let validation = try await project.tane("validate")
    #expect(validation.status == 1)
    #expect(validation.errors.hasPrefix(message))
  }

  @Test("The validate command reports Swift files with syntax errors")
  func syntaxErrors() async throws {
    let project = try Self.project()
    try project.write("struct Shop: Codable {\n  let name String\n}\n", to: "Sources/Shop.swift")
    let result = try await project.tane("validate")
    #expect(
      result.output.contains(
        """
        Sources/Shop.swift:2:12: warning: this Swift file has a syntax error here, so its \
        declarations may be misread; fix it, or add the file to "exclude" in \
        fixtures/mappings.yaml [swift-syntax]
        """
      )
    )
  }

  @Test("Reports for hosting services contain file paths from the repository root")
  func repositories() async throws {
    let project = try TemporaryProject([".git/HEAD": "ref: refs/heads/main\n"])
    for (path, text) in TemporaryProject.basics { try project.write(text, to: "apps/ios/\(path)") }
    try project.write("a: {\n", to: "apps/ios/\(TemporaryProject.shopsFile)")
    let file = "apps/ios/fixtures/base/databases/shops/shops.yaml"
    let github = try await project.tane("validate", "-C", "apps/ios", "--reporter", "github")
    #expect(github.output.hasPrefix("::error file=\(file),line="))
    let junit = try await project.tane("validate", "-C", "apps/ios", "--reporter", "junit")
    #expect(junit.output.contains("file=\"\(file)\""))
    let sarif = try await project.tane("validate", "-C", "apps/ios", "--reporter", "sarif")
    #expect(sarif.output.contains("\"uri\": \"file://\(project.root.path)/\""))
    #expect(sarif.output.contains("\"uri\": \"\(file)\""))
  }

  /// Returns a text without quotation marks and backticks.
  private static func unquoted(_ text: some StringProtocol) -> String {
    String(text).replacing("`", with: "").replacing("\"", with: "")
  }

  @Test("SARIF reports describe each code like the documentation")
  func rules() async throws {
    let page = try String(
      contentsOf: TemporaryProject.repository
        .appending(path: "Sources/tane/Documentation.docc/Findings.md"),
      encoding: .utf8
    )
    var codes: Set<String> = []
    for row in page.matches(of: /\| `([a-z-]+)` \| [^|]+ \| (.*?) \| (.*?) \|\n/) {
      let code = String(row.1)
      codes.insert(code)
      let rule = try #require(FindingRule(code))
      #expect(Self.unquoted(rule.meaning).contains(Self.unquoted(row.2)), "\(code)")
      let advice = Self.unquoted(row.3)
      #expect(advice == "the same" || Self.unquoted(rule.advice).contains(advice), "\(code)")
    }
    #expect(Set(FindingRule.all.keys) == codes)
    let project = try Self.project()
    try project.write("struct Shop: Codable { let name: Int }\n", to: "Sources/Shop.swift")
    let sarif = try await project.tane("validate", "--reporter", "sarif")
    let rule = try #require(FindingRule("wrong-type"))
    #expect(
      sarif.output.contains(
        """
                    {
                      "fullDescription": {
                        "text": "\(rule.meaning)."
                      },
                      "help": {
                        "text": "\(rule.advice)."
                      },
                      "id": "wrong-type",
                      "shortDescription": {
                        "text": "\(rule.meaning)"
                      }
                    }
        """
      )
    )
  }
}
