import Foundation
import Testing

@Suite("tane check")
struct CheckTests {
  private static let source = "Sources/Shop.swift"
  private static let hint =
    "Not checked: the data of the environments (tane diff, tane validate --live).\n"
  private static let unlocked =
    "Not checked: fixtures/schema.yaml, which does not exist (run tane schema to create it).\n"

  /// Returns a project with types and their schema, and two environments, of which the second has an
  /// additional fixture set.
  private static func project() async throws -> TemporaryProject {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\ndatabases: { shops: embedded:shops }\n",
      "environments/demo.yaml": """
      guard: open
      fixtures: [base, demo]
      databases: { shops: embedded:shops }
      """,
      "fixtures/base/databases/shops/shops.yaml": "- { id: 0, name: 麺屋 }\n- { id: 1, name: 喫茶 }\n",
      "fixtures/demo/databases/shops/campaigns.yaml": "spring: { title: 春 }\n",
      "fixtures/mappings.yaml": """
      sources: [Sources]
      mappings:
        shops:/shops: "[Shop]"
        shops:/campaigns: "[String: Campaign]"
      """,
      source: """
      struct Shop: Codable {
        let id: Int
        let name: String
      }
      struct Campaign: Codable { let title: String }
      """,
    ])
    #expect(try await project.tane("schema").status == 0)
    return project
  }

  @Test("App settings that cannot be read are reported by every command that uses them")
  func brokenSettings() async throws {
    let project = try await Self.project()
    try project.write("broken", to: "App/GoogleService-Info.plist")
    let finding =
      "App/GoogleService-Info.plist: warning: this is not a property list; download the app's "
      + "configuration file again from the Firebase console [unreadable-file]\n"
    let checked = try await project.tane("check")
    #expect(checked.status == 0)
    #expect(checked.output.contains(finding), "\(checked.output)")
    let exported = try await project.tane("env", "export", "--format", "swift")
    #expect(exported.status == 0)
    #expect(exported.errors == finding)
    #expect(try await project.tane("doctor").output.contains("! app          App/GoogleService"))
  }

  @Test("The check command checks every part in one run and lists checked and unchecked parts")
  func clean() async throws {
    let result = try await Self.project().tane("check")
    #expect(result.status == 0)
    #expect(
      result.output == """
        Checked 2 profiles, the fixtures of 2 environments, 2 mappings, the schema, 0 masks and 0 exports: 0 errors \
        and 0 warnings.
        \(Self.hint)
        """
    )
    #expect(result.errors == "")
    let demo = try TemporaryProject.demo()
    let whole = try await demo.tane("check")
    #expect(whole.status == 0)
    #expect(
      whole.output == """
        fixtures/base/accounts.yaml: note: "accounts.yaml" is skipped: the environment's profile \
        does not configure "accounts" [not-seeded]

        Checked 5 profiles, the fixtures of 4 environments, 7 mappings, 0 masks and 0 exports: 0 errors and 0 \
        warnings.
        Not checked: the fixture set demo-large, which no profile uses.
        \(Self.unlocked)\(Self.hint)
        """
    )
  }

  @Test("The check command lists what it could not check in a small project")
  func little() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("check")
    #expect(result.status == 0)
    let types = "Not checked: whether the app's Swift types can read the data"
    #expect(
      result.output == """
        Checked 1 profile, the fixtures of 1 environment, 0 masks and 0 exports: 0 errors and 0 warnings.
        \(types): fixtures/mappings.yaml has no mappings (tane validate --suggest proposes entries).
        \(Self.unlocked)\(Self.hint)
        """
    )
    try project.write("mappings: { shops:/shops: \"[Shop]\" }\n", to: "fixtures/mappings.yaml")
    let sourceless = try await project.tane("check")
    #expect(sourceless.status == 1)
    #expect(sourceless.output.contains("\(types): \"sources\" in the mappings is empty.\n"))
    // A job may lack the team's key.
    try project.remove("fixtures/mappings.yaml")
    try project.write(
      """
      databases: { shops: "https://a-shops.firebaseio.com" }
      credentials: ${TEAM_KEY}
      """,
      to: "environments/staging.yaml"
    )
    let keyless = try await project.tane("check")
    #expect(keyless.status == 0)
    #expect(
      keyless.output.contains(
        """
        Not checked: the credentials at environments/staging.yaml:2:14: the environment variable TEAM_KEY is not set.

        """
      )
    )
  }

  @Test("The check command reports problems of all profiles, sets, types, masks and exports")
  func everything() async throws {
    let project = try await Self.project()
    try project.write("databse: { shops: embedded:shops }\n", to: "environments/staging.yaml")
    try project.write("guard: [\n", to: "environments/production.yaml")
    let export = try await project.tane(
      "env",
      "export",
      "local",
      "--format",
      "dotenv",
      "-o",
      ".env"
    )
    #expect(export.status == 0)
    try project.write(
      "guard: open\nproject: other\ndatabases: { shops: embedded:shops }\n",
      to: "environments/local.yaml"
    )
    try project.write("spring: { titel: 春 }\n", to: "fixtures/demo/databases/shops/campaigns.yaml")
    try project.write(
      "masks: { \"shops:/shops/*/name\": [fake name, hash] }\n",
      to: "fixtures/demo/set.yaml"
    )
    try project.write(
      """
      struct Shop: Codable {
        let id: String
        let name: String
      }
      struct Campaign: Codable { let title: String }
      """,
      to: Self.source
    )
    let result = try await project.tane("check")
    #expect(result.status == 1)
    #expect(
      result.output == """
        .env:1:1: error: this file does not match its profiles; run tane env export local \
        --format dotenv --output .env [stale-export]
        Sources/Shop.swift:2:7: error: Shop now reads String instead of Int from "id"; the new \
        types cannot read existing data, and released apps cannot read new data [schema-broken]
        fixtures/schema.yaml:8:7: note: it is recorded here
        environments/production.yaml:2:1: error: the file ends inside brackets; a closing bracket is \
        missing [yaml-syntax]
        environments/staging.yaml:1:1: error: unknown key "databse" (known: extends, project, guard, fixtures, databases, buckets, firestore, \
        accounts, remoteConfig, credentials, state, limits, undo, marker, own, ignore, masks, maskKey, maskExceptions, \
        values, allowIn); did you mean "databases"? [unknown-key]
        fixtures/base/databases/shops/shops.yaml:1:9: error: Shop.id: expected String, found integer 0 [wrong-type]
        Sources/Shop.swift:2:7: note: Shop.id is declared here
          shops:/shops/0/id
        fixtures/base/databases/shops/shops.yaml:2:9: error: Shop.id: expected String, found integer 1 [wrong-type]
        Sources/Shop.swift:2:7: note: Shop.id is declared here
          shops:/shops/1/id
        fixtures/demo/databases/shops/campaigns.yaml:1:11: error: Campaign.title (String) requires \
        the key "title", which is missing; did you mean "title" instead of "titel"? [missing-key]
        Sources/Shop.swift:5:32: note: Campaign.title is declared here
          shops:/campaigns/spring/title
        fixtures/demo/set.yaml:1:33: error: "masks.shops:/shops/*/name" has 2 masks; expected one \
        mask, or one for keys and one for values, such as [key hash, fake email] [invalid-value]

        Checked 4 profiles, the fixtures of 2 environments, 2 mappings, the schema, 0 masks and 1 export: 8 errors \
        and 0 warnings.
        Not checked: the fixtures of production, whose profile has errors.
        Not checked: the fixtures of staging, whose profile has errors.
        \(Self.hint)
        """
    )
    #expect(result.errors == "")
  }

  @Test(
    "The check command finds masks for services that no environment has and invalid masks"
  )
  func masks() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      masks:
        "shosp:/shops/*/name": hash
        "images:/**": hash
        "shops:/shops/*/name": fake name
      """,
      to: "fixtures/base/set.yaml"
    )
    try project.write("x", to: "fixtures/base/buckets/images/a.txt")
    let result = try await project.tane("check")
    #expect(result.status == 1)
    #expect(
      result.output == """
        fixtures/base/set.yaml:2:3: error: the environment has no database or bucket "shosp" \
        (known: images, shops); did you mean "shops"? [unknown-service]
        fixtures/base/set.yaml:3:3: error: images:/** matches objects, whose content cannot be \
        masked with hash; use "null" to remove the content, "drop" to remove the object, or "keep" \
        to leave it unmasked [unusable-mask]

        Checked 1 profile, the fixtures of 1 environment, 3 masks and 0 exports: 2 errors and 0 warnings.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings (tane \
        validate --suggest proposes entries).
        \(Self.unlocked)\(Self.hint)
        """
    )
  }

  @Test("The check command finds stale exports and exports of deleted profiles")
  func exports() async throws {
    let project = try TemporaryProject()
    for (format, file) in [
      ("xcconfig", "App/Local.xcconfig"), ("shell", "local.sh"), ("swift", "App/Tane.swift"),
    ] {
      try FileManager.default.createDirectory(
        at: project.root.appending(path: "App"),
        withIntermediateDirectories: true
      )
      let names = format == "swift" ? [] : ["local"]
      let result = try await TaneProcess.run(
        ["env", "export"] + names + ["--format", format, "-o", file],
        in: project.root
      )
      #expect(result.status == 0, "\(result.errors)")
    }
    let fresh = try await project.tane("check")
    #expect(fresh.status == 0)
    #expect(fresh.output.contains(" and 3 exports: 0 errors and 0 warnings.\n"))
    try project.write(
      try #require(TemporaryProject.basics["environments/local.yaml"]) + "\nproject: p\n",
      to: "environments/local.yaml"
    )
    try project.write(
      "# Generated by tane env export from environments/old.yaml; edit that file instead.\n",
      to: "App/.env.old"
    )
    let stale = try await project.tane("check")
    #expect(stale.status == 1)
    let advice = "error: this file does not match its profiles; run tane env export"
    #expect(
      stale.output == """
        App/.env.old:1:1: error: this file was exported from environments/old.yaml, which no \
        longer exists; remove the file, or export another environment to it [stale-export]
        App/Local.xcconfig:1:1: \(advice) local --format xcconfig --output App/Local.xcconfig [stale-export]
        App/Tane.swift:1:1: \(advice) --format swift --output App/Tane.swift [stale-export]
        local.sh:1:1: \(advice) local --format shell --output local.sh [stale-export]

        Checked 1 profile, the fixtures of 1 environment, 0 masks and 4 exports: 4 errors and 0 warnings.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings (tane \
        validate --suggest proposes entries).
        \(Self.unlocked)\(Self.hint)
        """
    )
  }

  @Test("The check command suggests the build configuration of a stale Swift export")
  func exportConfiguration() async throws {
    let project = try TemporaryProject()
    try project.write("extends: local\nallowIn: [debug]\n", to: "environments/beta.yaml")
    let command = "env export --format swift --configuration release --output Tane.swift"
    let arguments = command.split(separator: " ").map(String.init)
    let export = try await TaneProcess.run(arguments, in: project.root)
    #expect(export.status == 0, "\(export.errors)")
    try project.write(
      try #require(TemporaryProject.basics["environments/local.yaml"]) + "\nproject: p\n",
      to: "environments/local.yaml"
    )
    let stale = try await project.tane("check", "--no-types")
    #expect(
      stale.output.hasPrefix(
        "Tane.swift:1:1: error: this file does not match its profiles; run tane \(command) "
          + "[stale-export]\n"
      ),
      "\(stale.output)"
    )
  }

  @Test("The check command reports breaking type changes as errors and harmless ones as notes")
  func schema() async throws {
    let project = try await Self.project()
    let campaign = "struct Campaign: Codable { let title: String }\n"
    try project.write(
      "struct Shop: Codable { let id: Int; let name: String; let phone: String? }\n" + campaign,
      to: Self.source
    )
    let harmless = try await project.tane("check")
    #expect(harmless.status == 0)
    #expect(
      harmless.output.hasPrefix(
        "Sources/Shop.swift:1:59: note: Shop may now also read \"phone\" (String) "
          + "[schema-changed]\n"
      )
    )
    let strict = try await project.tane("check", "--strict")
    #expect(strict.status == 1)
    #expect(
      strict.output.hasPrefix(
        "Sources/Shop.swift:1:59: error: Shop may now also read \"phone\""
      )
    )
    try project.write("struct Shop: Codable { let id: Int }\n" + campaign, to: Self.source)
    let breaking = try await project.tane("check", "--reporter", "xcode")
    #expect(breaking.status == 1)
    #expect(
      breaking.output.contains(
        "fixtures/schema.yaml:9:7: error: Shop no longer reads \"name\", but the old type requires "
          + "it"
      )
    )
    try project.write("struct Shop: Codable {\n  let id Int\n}\n" + campaign, to: Self.source)
    let broken = try await project.tane("check")
    #expect(broken.status == 1)
    #expect(
      broken.output.contains(
        "Sources/Shop.swift:2:10: error: this Swift file has a syntax error here"
      )
    )
    #expect(!broken.output.contains("Sources/Shop.swift:2:10: warning:"))
    #expect(
      broken.output.contains(
        "Not checked: fixtures/schema.yaml: the Swift sources have syntax errors; the types were not compared.\n"
      )
    )
  }

  @Test("The check command limits fixtures to environments given by -e and rejects unknown ones")
  func environments() async throws {
    let project = try await Self.project()
    try project.write("a: .nan\n", to: "fixtures/demo/databases/shops/a.yaml")
    let local = try await project.tane("check", "-e", "local")
    #expect(local.status == 0)
    let both = try await project.tane("check", "-e", "local", "-e", "demo")
    #expect(both.status == 1)
    let unknown = try await project.tane("check", "-e", "lokal")
    #expect(unknown.status == 64)
    #expect(unknown.output == "")
    #expect(
      unknown.errors
        == "error: no environment \"lokal\" in environments/ (known: demo, local); did you mean \"local\"?\n"
    )
    let bare = try TemporaryProject([:])
    let outside = try await bare.tane("check")
    #expect(outside.status == 64)
    #expect(outside.errors.hasPrefix("error: no project at \(bare.root.path): "))
    let empty = try TemporaryProject(["environments/README.md": "x\n"])
    let none = try await empty.tane("check")
    #expect(none.status == 1)
    #expect(
      none.output.hasPrefix(
        """
        environments: error: "environments" contains no profile: add one, such as \
        environments/local.yaml \
        [missing-profile]

        Checked 0 profiles, the fixtures of 0 environments, 0 masks and 0 exports: 1 error and 0 warnings.

        """
      )
    )
  }

  @Test("The check command exits with 2 if something cannot be read")
  func unreadable() async throws {
    let project = try await Self.project()
    try project.write("struct Shop: Codable { let id: Int; let name: String }\n", to: Self.source)
    let result = try await project.tane(
      "check",
      variables: ["TANE_SWIFT_READER": "/nonexistent"]
    )
    #expect(result.status == 2)
    #expect(
      result.output.contains("error: the Swift sources cannot be read: TANE_SWIFT_READER is set")
    )
    #expect(
      result.output.contains("Not checked: fixtures/schema.yaml: the Swift sources were not read.")
    )
    try project.remove("fixtures/schema.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: project.root.appending(path: "fixtures/schema.yaml").path,
      withDestinationPath: "/etc/hostname"
    )
    let linked = try await project.tane("check")
    #expect(linked.output.contains("Not checked: fixtures/schema.yaml: "))
    #expect(linked.status == 2)
  }

  @Test(
    "The check command supports the report formats of tane validate",
    arguments: [
      ("xcode", "/fixtures/demo/databases/shops/a.yaml:1:1: error: "),
      (
        "github",
        "::error file=fixtures/demo/databases/shops/a.yaml,line=1,col=1,title=not-finite::"
      ),
      ("junit", "<testcase classname=\"tane check\" name=\"shops:/a [not-finite]\""),
      ("sarif", "\"uri\": \"fixtures/demo/databases/shops/a.yaml\""),
      ("markdown", "### tane check\n\n**Checked 2 profiles"),
      ("html", "<h1>tane check</h1>"),
    ]
  )
  func reporters(name: String, text: String) async throws {
    let project = try await Self.project()
    try project.write(".nan\n", to: "fixtures/demo/databases/shops/a.yaml")
    let result = try await project.tane("check", "--reporter", name)
    #expect(result.status == 1)
    #expect(result.output.contains(text), "\(result.output)")
    let both = try await project.tane("check", "--reporter", name, "--json")
    #expect(both.status == 64)
  }

  @Test("The check command with --json prints one JSON document")
  func json() async throws {
    let result = try await Self.project().tane("check", "--json")
    #expect(result.status == 0)
    #expect(
      result.output == """
        {
          "checks": [
            {
              "findings": 0,
              "name": "profiles"
            },
            {
              "findings": 0,
              "name": "fixtures base, demo"
            },
            {
              "findings": 0,
              "name": "fixtures/mappings.yaml"
            },
            {
              "findings": 0,
              "name": "masks"
            },
            {
              "findings": 0,
              "name": "fixtures base"
            },
            {
              "findings": 0,
              "name": "exports"
            },
            {
              "findings": 0,
              "name": "shops:/shops as [Shop]"
            },
            {
              "findings": 0,
              "name": "shops:/campaigns as [String: Campaign]"
            },
            {
              "findings": 0,
              "name": "fixtures/schema.yaml"
            }
          ],
          "environments": [
            "demo",
            "local"
          ],
          "errors": 0,
          "files": 0,
          "findings": [],
          "format": 1,
          "groups": [],
          "known": 0,
          "notChecked": [
            "the data of the environments (tane diff, tane validate --live)"
          ],
          "warnings": 0
        }

        """
    )
  }

  @Test("The check command omits findings of a baseline")
  func baseline() async throws {
    let project = try await Self.project()
    try project.write(".nan\n", to: "fixtures/demo/databases/shops/a.yaml")
    let written = try await project.tane("check", "--baseline", "known.yaml", "--update-baseline")
    #expect(written.status == 0)
    #expect(written.errors == "wrote 1 finding to known.yaml\n")
    #expect(try await project.tane("check", "--baseline", "known.yaml").status == 0)
  }
}
