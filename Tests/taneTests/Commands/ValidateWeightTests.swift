import Foundation
import Testing

@Suite("Severity and grouping of findings")
struct ValidateWeightTests {
  /// Returns a project with many nodes that are read back in another shape.
  private static func project(count: Int, type: String) throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.remove(TemporaryProject.shopsFile)
    let prices = (0..<count).map { "p\($0): { \"0\": \($0), \"1\": 2, \"2\": 3 }\n" }
    try project.write(prices.joined(), to: "fixtures/base/databases/shops/prices.yaml")
    try project.write("struct Shop: Codable {}\n", to: "Sources/Shop.swift")
    try project.write(
      "sources: [Sources]\nmappings: { shops:/prices: \"\(type)\" }\n",
      to: "fixtures/mappings.yaml"
    )
    return project
  }

  private static let clause =
    "this map with the keys 0, 1, 2 is read back as a list of 3: a type that expects a dictionary cannot read"
    + " it"

  @Test("Equal warnings are combined into one with their number")
  func equalWarnings() async throws {
    let project = try Self.project(count: 3650, type: "[String: [Int]]")
    try project.write("ignore: []\n", to: "fixtures/mappings.yaml")
    let file = "fixtures/base/databases/shops/prices.yaml:1:5"
    let result = try await project.tane("validate")
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures base

        \(file): warning: \(Self.clause) [map-becomes-list]
          shops:/prices/p0
        … and 3,649 more [map-becomes-list] at shops:/prices/* (--all shows them)

        Checked 10,950 values and 0 objects in 1 file: 0 errors and 3,650 warnings.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings \
        (tane validate --suggest proposes entries).

        """
    )
    let xcode = try await project.tane("validate", "--reporter", "xcode")
    #expect(
      xcode.output == """
        \(project.root.path)/\(file): warning: \(Self.clause) (shops:/prices/p0), and 3,649 more at \
        shops:/prices/* [map-becomes-list]

        """
    )
    let all = try await project.tane("validate", "--reporter", "xcode", "--all")
    #expect(all.output.split(separator: "\n").count == 3650)
    let junit = try await project.tane("validate", "--reporter", "junit")
    #expect(
      junit.output.contains(
        "shops:/prices/p0&#10;  and 3,649 more at shops:/prices/*</system-out>"
      )
    )
    let seed = try await project.tane("seed", "--dry-run")
    #expect(
      seed.errors == """
        \(file): warning: \(Self.clause) [map-becomes-list]
          shops:/prices/p0
        … and 3,649 more warnings (tane validate shows all)

        """
    )
  }

  @Test("A map that becomes a list causes no warning if the type reads a list")
  func lists() async throws {
    let lists = try Self.project(count: 20, type: "[String: [Int]]")
    #expect(
      try await lists.tane("validate").output == """
        local  embedded · shops, images · guard open · fixtures base

        Checked 60 values and 0 objects in 1 file: 0 errors and 0 warnings.

        """
    )
    let maps = try Self.project(count: 1, type: "[String: [String: Int]]")
    #expect(
      try await maps.tane("validate").output == """
        local  embedded · shops, images · guard open · fixtures base

        fixtures/base/databases/shops/prices.yaml:1:5: error: expected a map, found list of 3 [wrong-type]
        fixtures/base/databases/shops/prices.yaml:1:5: note: \(Self.clause)
          shops:/prices/p0

        Checked 3 values and 0 objects in 1 file: 1 error and 0 warnings.

        """
    )
    try lists.write(
      "p0: { \"1\": 2, \"2\": 3 }\n",
      to: "fixtures/base/databases/shops/prices.yaml"
    )
    #expect(
      try await lists.tane("validate").output == """
        local  embedded · shops, images · guard open · fixtures base

        fixtures/base/databases/shops/prices.yaml:1:5: error: expected Int, found null [null-value]
        fixtures/base/databases/shops/prices.yaml:1:5: note: this map with the keys 1, 2 is read back as a \
        list of 3 with 1 null: a type that expects a dictionary cannot read it
          shops:/prices/p0/0

        Checked 2 values and 0 objects in 1 file: 1 error and 0 warnings.

        """
    )
  }

  @Test("The severities of the mappings also apply to seed and diff")
  func severities() async throws {
    let project = try Self.project(count: 1, type: "[String: [Int]]")
    let mappings = try project.read("fixtures/mappings.yaml")
    func weigh(_ weight: String) throws {
      try project.write(
        mappings + "severity: { map-becomes-list: \(weight) }\n",
        to: "fixtures/mappings.yaml"
      )
    }
    try weigh("error")
    // Like tane validate, a seed reports nothing if the type reads the list.
    #expect(try await project.tane("seed", "--dry-run").status == 0)
    let refused = try await project.tane("seed", "--no-types")
    #expect(refused.status == 1)
    #expect(refused.errors.hasSuffix("error: 1 error in the fixtures; nothing was written\n"))
    let uncompared = try await project.tane("diff")
    #expect(uncompared.status == 2)
    #expect(uncompared.errors.hasSuffix("error: 1 error in the fixtures; nothing was compared\n"))
    try weigh("ignore")
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0)
    #expect(!seeded.errors.contains("map-becomes-list"))
    let same = try await project.tane("diff")
    #expect(same.status == 0)
    #expect(same.errors == "")
    // Invalid values are errors even if their nodes are ignored.
    try project.write(mappings + "ignore: [\"shops:/prices\"]\n", to: "fixtures/mappings.yaml")
    try project.write("\"a.b\": 1\n", to: "fixtures/base/databases/shops/prices.yaml")
    #expect(try await project.tane("seed").status == 1)
  }

  @Test("The diff command exits with 2 if data cannot be compared")
  func uncompared() async throws {
    let project = try TemporaryProject()
    try project.write("a: [\n", to: "broken.yaml")
    try project.write("a: 1\n", to: "whole.yaml")
    let files = try await project.tane("diff", "broken.yaml", "whole.yaml")
    #expect(files.status == 2)
    try project.write("a: [\n", to: TemporaryProject.shopsFile)
    #expect(try await project.tane("diff").status == 2)
    #expect(try await project.tane("diff", "local", TemporaryProject.shopsFile).status == 2)
    try project.write("databases: 5\n", to: "environments/local.yaml")
    #expect(try await project.tane("diff").status == 2)
    try project.write("a.b: 1\n", to: "illegal.yaml")
    let patch = try await project.tane("diff", "whole.yaml", "illegal.yaml", "--patch", "rtdb")
    #expect(patch.status == 2)
  }

  @Test("Output with --json is one JSON document in every mode and for usage errors")
  func json() async throws {
    let project = try TemporaryProject()
    try project.write("struct Shop: Codable {}\n", to: "Sources/Shop.swift")
    try project.write("sources: [Sources]\n", to: "fixtures/mappings.yaml")
    func document(_ arguments: String...) async throws -> [String: Any] {
      let result = try await TaneProcess.run(arguments + ["--json"], in: project.root)
      let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return try #require(value as? [String: Any])
    }
    let suggestions = try await document("validate", "--suggest")["suggestions"]
    #expect(
      suggestions as? [[String: String]] == [["pattern": "shops:/shops", "type": "[Shop]"]]
    )
    let editor = try await document("schema", "--editor")
    #expect(editor["schemas"] as? Int == 2)
    for arguments in [
      ["validate", "--nonsense"], ["diff", "--patch", "xml"], ["seed", "not-an-address"],
      ["nonsense"], ["env", "show", "a", "b"],
    ] {
      let result = try await TaneProcess.run(arguments + ["--json"], in: project.root)
      #expect(result.status == 64)
      let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let error = (value as? [String: Any])?["error"] as? [String: Any]
      #expect(error?["exitCode"] as? Int == 64, "\(arguments)")
      #expect((error?["message"] as? String)?.isEmpty == false, "\(arguments)")
    }
    let help = try await project.tane("validate", "--json", "--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("OVERVIEW"))
  }
}
