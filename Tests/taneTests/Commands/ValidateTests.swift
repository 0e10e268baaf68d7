import Foundation
import Testing

@Suite("tane validate")
struct ValidateTests {
  @Test("The validate command finds no problems in the demo")
  func demo() async throws {
    let project = try TemporaryProject.demo()
    let result = try await project.tane("validate")
    #expect(result.status == 0)
    #expect(
      result.output == """
        local  embedded · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base

        Checked 1,574 values (13 documents) and 30 objects in 51 files: 0 errors and 0 warnings.

        """
    )
  }

  @Test("The validate command finds ten kinds of faults in a broken demo, each at its line")
  func tenWays() async throws {
    let project = try TemporaryProject.brokenDemo()
    let result = try await project.tane("validate")
    #expect(result.status == 1)
    #expect(
      result.output == """
        local  embedded · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base

        fixtures/base/databases/shops/campaigns.yaml:1:31: error: Campaign.startsAt: expected \
        Date, found string "2026-13-45", which is not an ISO 8601 date such as 2024-05-01T09:30:00Z \
        [unreadable-value]
        Sources/App/Campaign.swift:5:7: note: Campaign.startsAt is declared here
          shops:/campaigns/spring/startsAt
        fixtures/base/databases/shops/campaigns.yaml:2:9: error: Campaign.tags ([String]) requires \
        the key "tags", which is missing [missing-key]
        fixtures/base/databases/shops/campaigns.yaml:2:61: note: the Realtime Database does not \
        store an empty list: readers find no value here
        Sources/App/Campaign.swift:6:7: note: Campaign.tags is declared here
          shops:/campaigns/summer/tags
        fixtures/base/databases/shops/prices.yaml:1:1: error: expected a map, found list of 3 \
        [wrong-type]
        fixtures/base/databases/shops/prices.yaml:1:1: note: this map with the keys 1, 2 is read \
        back as a list of 3 with 1 null: a type that expects a dictionary cannot read it
          shops:/prices
        fixtures/base/databases/shops/shops.yaml:4:3: error: Shop.name (String) requires the key \
        "name", which is missing [missing-key]
        Sources/DemoModels/Shop.swift:12:14: note: Shop.name is declared here
          shops:/shops/0/name
        fixtures/base/databases/shops/shops.yaml:6:15: error: Shop.updatedAt: expected String, \
        found integer 1000 [wrong-type]
        Sources/DemoModels/Shop.swift:16:14: note: Shop.updatedAt is declared here
          shops:/shops/0/updated_at
        fixtures/base/databases/shops/shops.yaml:8:5: error: Shop.foodImages: expected a map, found \
        null [null-value]
        Sources/DemoModels/Shop.swift:20:14: note: Shop.foodImages is declared here
          shops:/shops/0/foods/1
        fixtures/base/databases/shops/shops.yaml:16:18: error: FoodImage.imageURL: expected URL, \
        found string "http://[bad", which is not a valid URL [unreadable-value]
        Sources/DemoModels/FoodImage.swift:12:14: note: FoodImage.imageURL is declared here
          shops:/shops/0/foods/3/image_url
        fixtures/base/databases/shops/shops.yaml:25:3: warning: no type reads "colour"; Shop \
        reads id, name, shop_image_url, updated_at, foods [unread-key]
        Sources/DemoModels/Shop.swift:8:15: note: Shop is declared here
          shops:/shops/1/colour
        fixtures/base/databases/users/users.yaml:6:3: error: UserInformation.userRank (UserRank) \
        requires the key "user_rank", which is missing; did you mean "user_rank" instead of \
        "user_rnak"? [missing-key]
        Sources/DemoModels/UserInformation.swift:12:14: note: UserInformation.userRank is \
        declared here
          users:/users/1000001/user_rank
        fixtures/base/databases/users/users.yaml:12:14: error: UserInformation.userRank: expected \
        UserRank, found string "SSSS", which is not one of its cases (B, A, SS, SSS); did you mean \
        "SSS"? [unknown-case]
        Sources/DemoModels/UserInformation.swift:12:14: note: UserInformation.userRank is \
        declared here
          users:/users/1000003/user_rank

        Checked 1,582 values (13 documents) and 30 objects in 53 files: 9 errors and 1 warning.
        Not checked: users:/user-todolist: 14 values without a mapping.
        Not checked: remoteConfig: 3 parameters without a mapping.

        """
    )
  }

  @Test(
    "The validate command reports problems of all profiles together with those of the data"
  )
  func profiles() async throws {
    let project = try TemporaryProject()
    try project.write("databse: { shops: embedded:shops }\n", to: "environments/staging.yaml")
    try project.write("guard: [\n", to: "environments/production.yaml")
    try project.write(".nan\n", to: TemporaryProject.shopsFile)
    let local = try await project.tane("validate")
    #expect(local.status == 1)
    #expect(
      local.output == """
        local  embedded · shops, images · guard open · fixtures base

        environments/production.yaml:2:1: error: the file ends inside brackets; a closing bracket is \
        missing [yaml-syntax]
        environments/staging.yaml:1:1: error: unknown key "databse" (known: extends, project, guard, fixtures, databases, buckets, firestore, \
        accounts, remoteConfig, credentials, state, limits, undo, marker, own, ignore, masks, maskKey, maskExceptions, \
        values, allowIn); did you mean "databases"? [unknown-key]
        fixtures/base/databases/shops/shops.yaml:1:1: error: the Realtime Database cannot store \
        .nan; use a finite number [not-finite]
          shops:/shops

        Checked 1 value and 0 objects in 1 file: 3 errors and 0 warnings.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings (tane \
        validate --suggest proposes entries).

        """
    )
    let broken = try await project.tane("validate", "-e", "staging")
    #expect(broken.status == 1)
    #expect(broken.errors == "")
    #expect(
      broken.output == """
        environments/production.yaml:2:1: error: the file ends inside brackets; a closing bracket is \
        missing [yaml-syntax]
        environments/staging.yaml:1:1: error: unknown key "databse" (known: extends, project, guard, fixtures, databases, buckets, firestore, \
        accounts, remoteConfig, credentials, state, limits, undo, marker, own, ignore, masks, maskKey, maskExceptions, \
        values, allowIn); did you mean "databases"? [unknown-key]

        Checked 3 profiles: 2 errors and 0 warnings.
        Not checked: the fixtures of staging, whose profile has errors.

        """
    )
  }

  @Test("The validate command needs no credentials unless it reads an environment")
  func credentials() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      databases: { shops: "https://a-shops.firebaseio.com" }
      credentials: ${TEAM_KEY}
      """,
      to: "environments/staging.yaml"
    )
    let clause =
      "Not checked: the credentials at environments/staging.yaml:2:14: the environment variable TEAM_KEY is not set.\n"
    for arguments in [["validate"], ["validate", "-e", "staging"]] {
      let result = try await TaneProcess.run(arguments, in: project.root)
      #expect(result.status == 0)
      #expect(result.output.hasSuffix(clause))
    }
    #expect(try await project.tane("validate", "-e", "staging", "--live").status == 1)
  }

  @Test("The validate command with --live checks an environment's data and weights the findings")
  func live() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    let empty = try await project.tane("validate", "--live")
    #expect(empty.status == 0)
    let clause = "Not checked: shops:/shops: the environment has no matching values.\n"
    #expect(empty.output.contains(clause))
    #expect(try await project.tane("seed", "--no-types").status == 0)
    let result = try await project.tane("validate", "--live")
    #expect(result.status == 1)
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures base

        error: Shop.phone (String) requires the key "phone", which is missing [missing-key]
        Sources/Shop.swift:2:7: note: Shop.phone is declared here
          shops:/shops/s0/phone
        error: Shop.phone (String) requires the key "phone", which is missing [missing-key]
        Sources/Shop.swift:2:7: note: Shop.phone is declared here
          shops:/shops/s12/phone
        error: Shop.phone (String) requires the key "phone", which is missing [missing-key]
        Sources/Shop.swift:2:7: note: Shop.phone is declared here
          shops:/shops/s15/phone
        … and 4 more [missing-key] at shops:/shops/*/phone, 7 of 20 nodes in total (--all shows \
        them)

        Checked 33 values in 1 node of the environment: 7 errors and 0 warnings.

        """
    )
    let sample = try await project.tane("validate", "--live", "--sample", "4", "--limit", "3")
    #expect(
      sample.output == """
        local  embedded · shops, images · guard open · fixtures base

        error: Shop.phone (String) requires the key "phone", which is missing [missing-key]
        Sources/Shop.swift:2:7: note: Shop.phone is declared here
          shops:/shops/s0/phone

        Checked 3 values in 2 nodes of the environment: 1 error and 0 warnings.
        Not checked: shops:/shops: read only 2 of 20 children, so it is unknown whether the \
        database returns a list or a map.
        Not checked: everything after the first 3 values (--limit).

        """
    )
  }

  @Test("A file that is not a baseline is not overwritten")
  func otherFile() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    try project.write("my notes\n", to: "notes.txt")
    let written = try await project.tane(
      "validate",
      "--baseline",
      "notes.txt",
      "--update-baseline"
    )
    #expect(written.status == 2)
    #expect(try project.read("notes.txt") == "my notes\n")
  }

  @Test("The validate command omits findings of a baseline and reports resolved ones")
  func baseline() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    let missing = try await project.tane("validate", "--baseline", "known.yaml")
    #expect(missing.status == 2)
    #expect(
      missing.errors == """
        error: the baseline known.yaml does not exist; create it with tane validate --baseline known.yaml --update-baseline

        """
    )
    let written = try await project.tane(
      "validate",
      "--baseline",
      "known.yaml",
      "--update-baseline"
    )
    #expect(written.status == 0)
    #expect(written.errors == "wrote 7 findings to known.yaml\n")
    try project.write(
      "s0: { phone: \"1\" }\nnew: { name: a }\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let changed = try await project.tane("validate", "--baseline", "known.yaml")
    #expect(changed.status == 1)
    #expect(
      changed.errors == """
        note: 7 findings in known.yaml are no longer reported; --update-baseline removes them

        """
    )
    #expect(changed.output.contains("shops:/shops/new/phone\n"))
  }

  @Test("A file that cannot be parsed causes no findings about mappings")
  func syntaxError() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    try project.write("a: [1\n", to: TemporaryProject.shopsFile)
    let result = try await project.tane("validate")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "\n\(TemporaryProject.shopsFile):1:4: error: the \"[\" that opens here is never closed "
          + "[yaml-syntax]\n\n"
      )
    )
    #expect(!result.output.contains("unmatched-mapping"))
  }

  @Test("Cases of a JUnit report have different names even in one file")
  func junitNames() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    try project.write(
      "sources: [Sources]\nmappings:\n  shops:/shops/s0: Removed\n  shops:/shops/s1: Unheard\n",
      to: "fixtures/mappings.yaml"
    )
    let result = try await project.tane("validate", "--reporter", "junit")
    for line in [3, 4] {
      let name = "name=\"fixtures/mappings.yaml:\(line):20 [unknown-type]\""
      #expect(result.output.contains(name), "\(result.output)")
    }
  }

  @Test("A baseline entry for one mapping does not hide a finding about another mapping")
  func mappingBaseline() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    let mappings = "sources: [Sources]\nmappings:\n  shops:/shops/s0: Removed\n"
    try project.write(mappings, to: "fixtures/mappings.yaml")
    _ = try await project.tane("validate", "--baseline", "known.yaml", "--update-baseline")
    #expect(try await project.tane("validate", "--baseline", "known.yaml").status == 0)
    try project.write("\n\(mappings)  shops:/shops/s1: Unheard\n", to: "fixtures/mappings.yaml")
    let changed = try await project.tane("validate", "--baseline", "known.yaml")
    #expect(changed.status == 1)
    #expect(
      changed.output.contains(
        "fixtures/mappings.yaml:5:20: error: Unheard is not declared in the scanned files "
          + "[unknown-type]\n"
      )
    )
    #expect(!changed.output.contains("Removed is not declared"))
  }

  @Test("The validate command supports strict mode, severities and suggested mappings")
  func weights() async throws {
    let project = try TemporaryProject.shopsWithoutPhones()
    try project.write("s0: { phone: \"1\", colour: red }\n", to: TemporaryProject.shopsFile)
    let mappings = "sources: [Sources]\nmappings: { shops:/shops: \"[String: Shop]\" }\n"
    try project.write(mappings, to: "fixtures/mappings.yaml")
    #expect(try await project.tane("validate").status == 0)
    let strict = try await project.tane("validate", "--strict")
    #expect(strict.status == 1)
    let message = "error: no type reads \"colour\"; Shop reads phone [unread-key]"
    #expect(strict.output.contains(message))
    let severity = "severity: { unread-key: ignore }\n"
    try project.write(mappings + severity, to: "fixtures/mappings.yaml")
    #expect(try await project.tane("validate", "--strict").status == 0)
    try project.write("sources: [Sources]\n", to: "fixtures/mappings.yaml")
    let suggested = try await project.tane("validate", "--suggest")
    #expect(suggested.status == 0)
    #expect(suggested.output == "mappings:\n  shops:/shops: \"[String: Shop]\"\n")
    try project.write(
      """
      sources: [Sources]
      mappings:
        shops:/shops: "[String: Shp]"
        shops:/shop: Shop
      """,
      to: "fixtures/mappings.yaml"
    )
    let wrong = try await project.tane("validate")
    #expect(wrong.status == 1)
    #expect(
      wrong.output == """
        local  embedded · shops, images · guard open · fixtures base

        fixtures/mappings.yaml:3:17: error: Shp is not declared in the scanned files; did you mean \
        "Shop"? [unknown-type]
        fixtures/mappings.yaml:4:3: warning: the data has no value at shops:/shop, so "Shop" is \
        not checked; did you mean "shops:/shops"? [unmatched-mapping]

        Checked 2 values and 0 objects in 1 file: 1 error and 1 warning.

        """
    )
  }

  @Test("The validate command accepts the strings for infinite numbers and NaN")
  func nonFiniteNumbers() async throws {
    let project = try TemporaryProject()
    try project.write("struct Shop: Codable { let id: Double }\n", to: "Sources/Shop.swift")
    try project.write(
      """
      sources: [Sources]
      strategies: { floats: { positiveInfinity: inf, negativeInfinity: -inf, nan: nan } }
      mappings: { shops:/shops: "[Shop]" }
      """,
      to: "fixtures/mappings.yaml"
    )
    try project.write("- id: inf\n- id: -inf\n- id: 1\n", to: TemporaryProject.shopsFile)
    let result = try await project.tane("validate")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(
    "The validate command writes every report format as recorded",
    arguments: [
      ("json.json", ["--json"]), ("xcode.txt", ["--reporter", "xcode"]),
      ("github.txt", ["--reporter", "github"]), ("junit.xml", ["--reporter", "junit"]),
      ("sarif.json", ["--reporter", "sarif"]), ("markdown.md", ["--reporter", "markdown"]),
      ("page.html", ["--reporter", "html"]),
    ]
  )
  func reporters(file: String, arguments: [String]) async throws {
    let project = try TemporaryProject.brokenDemo()
    let result = try await TaneProcess.run(["validate"] + arguments, in: project.root)
    #expect(result.status == 1)
    let text = result.output.replacing(project.root.path, with: "/project")
    let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ReporterGoldens/\(file)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(file); run again without RECORD_GOLDENS")
    } else {
      #expect(text == (try String(contentsOf: golden, encoding: .utf8)), "\(file)")
    }
  }
}

extension TemporaryProject {
  static let shopsFile = "fixtures/base/databases/shops/shops.yaml"

  /// Returns a project with 20 shops, a third of which lack the phone number that their type
  /// requires.
  static func shopsWithoutPhones() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write("struct Shop: Codable {\n  let phone: String\n}\n", to: "Sources/Shop.swift")
    try project.write(
      """
      sources: [Sources]
      severity: { unread-key: ignore }
      mappings:
        shops:/shops: "[String: Shop]"
      """,
      to: "fixtures/mappings.yaml"
    )
    let shops = (0..<20).map { index in
      let phone = index % 3 == 0 ? "" : "phone: \"03-\(index)\", "
      return "s\(index): { \(phone)name: 麺屋 }\n"
    }
    try project.write(shops.joined(), to: shopsFile)
    return project
  }

  /// Returns the demo with an additional type and ten kinds of faults.
  static func brokenDemo() throws -> TemporaryProject {
    let project = try demo()
    try project.write(
      """
      import UIKit

      struct Campaign: Codable {
        let title: String
        let startsAt: Date
        let tags: [String]
      }
      """,
      to: "Sources/App/Campaign.swift"
    )
    try project.write(
      """
      sources: [Sources]
      strategies: { dates: iso8601 }
      mappings:
        shops:/shops: "[Shop]"
        users:/users: "[String: UserInformation]"
        shops:/campaigns: "[String: Campaign]"
        shops:/prices: "[String: Int]"
        firestore:/posts/*: Post
        firestore:/sauna/*: SaunaCurrentStates
        firestore:/study_records/*: StudyRecord
      """,
      to: "fixtures/mappings.yaml"
    )
    // An invalid date and an empty list.
    try project.write(
      """
      spring: { title: 春, startsAt: 2026-13-45, tags: [sale] }
      summer: { title: 夏, startsAt: "2026-07-01T00:00:00Z", tags: [] }
      """,
      to: "fixtures/base/databases/shops/campaigns.yaml"
    )
    // Keys that are read back as a list.
    try project.write(
      "\"1\": 900\n\"2\": 1200\n",
      to: "fixtures/base/databases/shops/prices.yaml"
    )
    let shops = "fixtures/base/databases/shops/shops.yaml"
    var text = try project.read(shops)
    // A missing key, a wrong type, an invalid URL, a null in a list and an unread key.
    text.replace("  name: 麺屋 はるかぜ\n", with: "", maxReplacements: 1)
    text.replace("  updated_at: 2026-04-01T04:47:38Z\n", with: "  updated_at: 1000\n")
    let picture = "https://images.example.com/foods/food0003.jpg"
    text.replace(picture, with: "http://[bad", maxReplacements: 1)
    text.replace(
      "    - id: 1000001_sub1_food\n",
      with: "    -\n    - id: 1000001_sub1_food\n",
      maxReplacements: 1
    )
    text.replace("- id: 1000002\n", with: "- id: 1000002\n  colour: red\n", maxReplacements: 1)
    try project.write(text, to: shops)
    let users = "fixtures/base/databases/users/users.yaml"
    text = try project.read(users)
    // A misspelled key and an unknown case.
    text.replace("  user_rank: A\n", with: "  user_rnak: A\n", maxReplacements: 1)
    text.replace("  user_rank: B\n", with: "  user_rank: SSSS\n", maxReplacements: 1)
    try project.write(text, to: users)
    return project
  }
}
