import Foundation
import Testing

@Suite("tane diff")
struct DiffTests {
  @Test("The diff command compares two environments")
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

        0 to add, 0 to change, 1 to remove; 0 values and 0 objects are unchanged.

        """
    )
  }

  @Test("The diff command matches list elements by identity where that is shorter")
  func identity() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "- {id: 7, name: 銭湯}\n- {id: 0, name: 麺屋}\n- {id: 1, name: 喫茶}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let difference = """
      + add     shops:/shops/0 (id 7)
                + {"id":7,"name":"銭湯"}  fixtures/base/databases/shops/shops.yaml:1:3
                = 2 unchanged at the same level

      """
    let compared = try await project.tane("diff")
    #expect(compared.status == 1)
    #expect(
      compared.output == """
        local  embedded · shops, images · guard open · fixtures base

        \(difference)
        1 to add, 0 to change, 0 to remove; 4 values and 0 objects are unchanged.

        """
    )
    let seeded = try await project.tane("seed")
    #expect(seeded.output.contains(difference))
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("The diff command matches list elements by the members that the mappings name")
  func identityRules() async throws {
    let project = try TemporaryProject()
    let elements = ["- {shop: a, name: 麺屋}", "- {shop: b, name: 喫茶}", "- {shop: c, name: 銭湯}"]
    let file = "fixtures/base/databases/shops/shops.yaml"
    try project.write(elements.joined(separator: "\n"), to: file)
    #expect(try await project.tane("seed").status == 0)
    let changed = "- {shop: c, name: 銭湯 ゆ}\n" + elements.dropLast().joined(separator: "\n")
    try project.write(changed, to: file)
    try project.write(
      "identity: { shops:/shops: shop, shops:/shop: id }\nseverty: {}\n",
      to: "fixtures/mappings.yaml"
    )
    let result = try await project.tane("diff")
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures base

        ⇆ move    shops:/shops/0 (shop "c")  from index 2
                  = {"shop":"c","name":"銭湯 ゆ"}  fixtures/base/databases/shops/shops.yaml:1:3
                  = 2 unchanged at the same level
        ~ change  shops:/shops/0/name (of shop "c")
                  - "銭湯"
                  + "銭湯 ゆ"  fixtures/base/databases/shops/shops.yaml:1:19
                  = 1 unchanged at the same level

        0 to add, 1 to change, 0 to remove, 1 to move; 5 values and 0 objects are unchanged.

        """
    )
    #expect(
      result.errors == """
        fixtures/mappings.yaml:2:1: error: unknown key "severty" (known: sources, exclude, decoder, strategies, \
        severity, ignore, identity, mappings); did you mean "severity"? [unknown-key]

        """
    )
  }

  @Test("The diff command shows a list as a seed changes it, including removed elements")
  func removedElement() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "- {id: 1, name: 喫茶}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let removal = "- remove  shops:/shops/0 (id 0)\n"
    #expect(try await project.tane("diff").output.contains(removal))
    let plan = try await project.tane("seed", "-n")
    #expect(plan.output.contains(removal))
    #expect(plan.output.contains("Plan: 0 values to add, 2 to change, 2 to remove\n"))
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("The diff command shows writes by index if the seed keeps extras")
  func planWithExtras() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "0: {id: 1, name: 喫茶}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let difference = try await project.tane("diff").output
    #expect(difference.contains("~ change  shops:/shops/0/id\n"))
    #expect(difference.contains("- extra   shops:/shops/1\n"))
    let kept = try await project.tane("seed", "-n")
    #expect(kept.output.contains("~ change  shops:/shops/0/id\n"))
    let pruned = try await project.tane("seed", "-n", "--prune")
    #expect(pruned.output.contains("- extra   shops:/shops/0 (id 0)\n"))
  }

  @Test("The diff command prints a patch that applies the fixtures without removing extras")
  func update() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "- {id: 0, name: 麺屋 本店}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let result = try await project.tane("diff", "--patch", "rtdb")
    #expect(result.status == 1)
    #expect(
      result.output == "{\n  \"shops/0/name\": \"麺屋 本店\",\n  \"shops/1\": null\n}\n"
    )
    #expect(result.errors == "")
    try project.write(
      "0: {id: 0, name: 麺屋 本店}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let map = try await project.tane("diff", "--patch", "rtdb")
    #expect(map.output == "{\n  \"shops/0/name\": \"麺屋 本店\"\n}\n")
    #expect(
      map.errors.hasSuffix(
        "note: 1 extra omitted from the patch (tane seed --prune removes extras)\n"
      )
    )
    try project.write(
      "- {id: 0, name: 麺屋 本店}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let json = try await project.tane("diff", "--patch", "json")
    #expect(json.status == 64)
    #expect(
      json.errors == """
        error: --patch json requires files; for a database, use --patch rtdb

        """
    )
  }

  @Test("The diff command omits and counts values that the profile or the command ignores")
  func ignored() async throws {
    let project = try TemporaryProject()
    try project.write("x", to: "fixtures/base/buckets/images/tmp/1.txt")
    try project.write(
      try project.read("environments/local.yaml") + "\nignore: [\"shops:/shops/*/name\"]\n",
      to: "environments/local.yaml"
    )
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "- {id: 0, name: A}\n- {id: 5, name: B}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    try project.write("y", to: "fixtures/base/buckets/images/tmp/1.txt")
    let result = try await project.tane(
      "diff",
      "--ignore",
      "images:/tmp",
      "--ignore",
      "shops:/shops/1/id"
    )
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix(
        "No differences: 1 value and 0 objects are unchanged. 4 differences ignored.\n"
      )
    )
    let seeded = try await project.tane("seed")
    #expect(seeded.output.contains("Plan: 0 values to add, 1 to change, 0 to remove"))
    let unknown = try await project.tane("diff", "--ignore", "shop:/x")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors == """
        error: --ignore shop:/x: no database or bucket is named "shop" (known: shops, images); did \
        you mean "shops"?

        """
    )
  }

  @Test("The diff command compares an environment with one file at the file's path")
  func fileOfFixtures() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write("{}", to: "fixtures/staging/databases/shops/.keep")
    try project.write("{name: 銭湯}", to: "fixtures/staging/databases/shops/shops/1.yaml")
    let file = "fixtures/staging/databases/shops/shops/1.yaml"
    let result = try await project.tane("diff", "local", file)
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures staging

        - extra   shops:/shops/1/id
                  - 1
        ~ change  shops:/shops/1/name
                  - "喫茶"
                  + "銭湯"  \(file):1:8

        0 to add, 1 to change, 0 to remove, 1 extra (tane seed keeps extras, --prune removes them); 0 values \
        and 0 objects are unchanged.

        """
    )
    let layered = try await project.tane("diff", file)
    #expect(
      layered.output == """
        + add     shops:/shops/1/id
                  + 1  fixtures/base/databases/shops/shops.yaml:3:7
        ~ change  shops:/shops/1/name
                  - "銭湯"
                  + "喫茶"  fixtures/base/databases/shops/shops.yaml:4:9

        1 added, 1 changed, 0 removed; 0 values unchanged.

        """
    )
    try project.write("1", to: "elsewhere.yaml")
    let elsewhere = try await project.tane("diff", "local", "elsewhere.yaml")
    #expect(elsewhere.status == 64)
    #expect(
      elsewhere.errors == """
        error: elsewhere.yaml is outside fixtures/SET/databases/NAME, so its node is unknown; \
        compare it with another file

        """
    )
    let reversed = try await project.tane("diff", file, "local")
    #expect(reversed.status == 64)
    #expect(reversed.errors == "error: put the environment first: tane diff local \(file)\n")
  }

  @Test(
    "The diff command rejects contradictory options with advice",
    arguments: [
      (["--summary", "--patch", "json"], "--patch json and --summary cannot be combined"),
      (["--json", "--format", "github"], "--format github and --json cannot be combined"),
      (["fixtures", "fixtures"], "both sides are the fixtures"),
      (["fixtures", "local"], "put the environment first: tane diff local fixtures"),
      (["a", "b", "c"], "tane diff compares two sides, but 3 were given"),
    ]
  )
  func usage(arguments: [String], message: String) async throws {
    let project = try TemporaryProject()
    let result = try await TaneProcess.run(["diff"] + arguments, in: project.root)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("error: \(message)"), "\(result.errors)")
  }

  @Test(
    "The diff command rejects arguments that would have no effect",
    arguments: [
      (
        [":/x"],
        "\":/x\" is not a valid address; expected a database or bucket and a path, such as shops:/shops/0"
      ),
      (
        ["local", "-e", "local"],
        "the environment is given twice, as local and with -e local; remove one of them"
      ),
      (
        ["local", "local", "shop:/x"],
        "shop:/x: local has no database or bucket \"shop\" (known: shops, images); did you mean "
          + "\"shops\"?"
      ),
    ] as [([String], String)]
  )
  func unheard(arguments: [String], message: String) async throws {
    let project = try TemporaryProject()
    let result = try await TaneProcess.run(["diff"] + arguments, in: project.root)
    #expect(result.status == 64)
    #expect(result.errors == "error: \(message)\n")
  }
}
