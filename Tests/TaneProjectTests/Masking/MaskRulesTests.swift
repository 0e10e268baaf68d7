import TaneCore
import TaneFormats
import Testing

@testable import TaneProject

@Suite("Masks of profiles and fixture sets")
struct MaskRulesTests {
  private func rules(_ masks: String) throws -> MaskRules {
    let text = "databases: { users: embedded:users }\naccounts: embedded:main\nmasks:\n\(masks)"
    let profiles = DemoFiles(["environments/local.yaml": text]).profiles()
    return MaskRules(try profiles.profile(named: "local").masks)
  }

  private func mask(_ rules: MaskRules, _ address: String) throws -> String? {
    let place = rules.scope(of: try #require(Address(parsing: address)))
    return place.valueRule?.value.map { "\($0)" }
  }

  @Test("The most specific mask pattern applies, and a pattern covers everything below it")
  func specificity() throws {
    let rules = try rules(
      """
        users:/users/**: hash
        users:/users/*/email: fake ja email
        users:/users/*/rank: keep
        users:/users/u1/rank: drop
        users:/users/*: key hash
        users:/log: null
        accounts:/*: [key hash, keep-format]
        accounts:/*/email: ~
      """
    )
    #expect(try mask(rules, "users:/users/u2/email") == "fake ja email")
    #expect(try mask(rules, "users:/users/u2/rank") == "keep")
    #expect(try mask(rules, "users:/users/u2/rank/level") == "keep")
    #expect(try mask(rules, "users:/users/u1/rank") == "drop")
    #expect(try mask(rules, "users:/users/u1/a/b/c") == "hash")
    #expect(try mask(rules, "users:/users") == "hash")
    #expect(try mask(rules, "users:/shops/1") == nil)
    #expect(try mask(rules, "users:/log/1/text") == "null")
    #expect(try mask(rules, "accounts:/a/displayName") == "keep-format")
    #expect(try mask(rules, "accounts:/a/email") == "null")
    let place = rules.scope(of: try #require(Address(parsing: "users:/users/u2")))
    #expect(place.keyRule?.key == .hash)
    #expect(place.child("email").keyRule == nil)
    #expect(rules.scope(of: try #require(Address(parsing: "users:/shops"))).hasNoRules)
  }

  @Test("Mistakes in masks are reported at their positions")
  func findings() {
    let profile = """
      databases: { users: embedded:users }
      maskKey: correct horse battery staple
      masks:
        users: hash
        user:/users/*: hash
        users:/a: hsh
        users:/b: fake nam
        users:/c: fake de name
        users:/d: fake
        users:/e: key drop
        users:/f: [hash, keep-format]
        users:/g: 1
        /h: hash
        users:/i/: hash
        users:/i: drop
      """
    let file = "environments/staging.yaml"
    let kinds = FakeKinds.list
    #expect(
      DemoFiles(["environments/staging.yaml": profile]).profiles().messages == [
        "\(file):2:10: error: \"maskKey\" must be a variable, such as ${STAGING_MASK_KEY}, because "
          + "the key must not be stored with the data [invalid-value]",
        "\(file):4:3: error: \"users\" is not a valid address pattern; expected a service of the environment and a path with"
          + " * for any key, such as users:/users/*/email [invalid-value]",
        "\(file):5:3: error: the environment has no database or bucket \"user\" (known: users); "
          + "did you mean \"users\"? [unknown-service]",
        "\(file):6:13: error: \"hsh\" is not a mask (known: hash, fake KIND, keep-format, null, "
          + "drop, keep); did you mean \"hash\"? [invalid-value]",
        "\(file):7:13: error: unknown kind of fake data \"nam\" (known: \(kinds)); did you mean "
          + "\"name\"? [invalid-value]",
        "\(file):8:13: error: \"de\" is not a language of fake data (known: en, ja) "
          + "[invalid-value]",
        "\(file):9:13: error: \"fake\" needs a kind, such as \"fake name\" (known: \(kinds)) "
          + "[missing-value]",
        "\(file):10:13: error: \"key drop\" is not a mask for keys; expected \"key hash\", \"key "
          + "fake KIND\" or \"key keep-format\", or \"drop\" for keys and their values "
          + "[invalid-value]",
        "\(file):11:13: error: \"masks.users:/f\" has 2 masks; expected one mask, or one for keys "
          + "and one for values, such as [key hash, fake email] [invalid-value]",
        "\(file):12:13: error: expected a mask for \"masks.users:/g\", found an integer [wrong-type]",
        "\(file):13:3: error: \"/h\" is not a valid address pattern; expected a service of the environment and a path with *"
          + " for any key, such as users:/users/*/email [invalid-value]",
        "\(file):14:3: error: users:/i is listed twice; remove one of the two "
          + "[duplicate-pattern]\n\(file):15:3: note: first defined here",
      ]
    )
  }

  @Test(
    "The profile's masks precede those of sets, and later sets precede earlier ones"
  )
  func sets() throws {
    let project = DemoFiles(
      [
        "environments/local.yaml": """
        databases: { users: embedded:users }
        fixtures: [base, more]
        masks: { "users:/a": hash }
        """,
        "fixtures/base/set.yaml":
          "masks: { \"users:/a\": drop, \"users:/b\": drop, \"users:/c\": drop }\n",
        "fixtures/more/set.yaml": "masks: { \"users:/b\": keep }\n",
      ],
      sets: ["base", "more"]
    )
    let profile = try project.profiles().profile(named: "local")
    let rules = Fixtures.load(for: profile, from: project.project).masks
    #expect(try mask(rules, "users:/a") == "hash")
    #expect(try mask(rules, "users:/b") == "keep")
    #expect(try mask(rules, "users:/c") == "drop")
    let wrong = DemoFiles(["fixtures/base/set.yaml": "masks:\n  users:/a: hide\n"]).fixtures()
    #expect(
      wrong.diagnostics.map(\.description) == [
        "fixtures/base/set.yaml:2:13: error: \"hide\" is not a mask (known: hash, fake KIND, "
          + "keep-format, null, drop, keep) [invalid-value]"
      ]
    )
  }
}

/// The kinds of fake data, as listed in messages.
private enum FakeKinds {
  static let list =
    "name, reading, family, given, email, phone, postcode, address, city, latitude, longitude, coordinates, shop, sentence,"
    + " price"
}
