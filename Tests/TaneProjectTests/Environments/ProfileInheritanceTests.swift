import TaneCore
import TaneProject
import Testing

@Suite("Inheritance of profiles")
struct ProfileInheritanceTests {
  @Test("Maps of profiles merge deeply, and lists and scalars are replaced")
  func merging() throws {
    let profiles = DemoFiles(
      [
        "environments/base.yaml": """
        guard: protected
        fixtures: [base, demo]
        databases:
          shops: { url: embedded:shops, disableTriggers: true }
          users: embedded:users
        limits: { deletes: 5, bytesPerMinute: 1KiB }
        """,
        "environments/middle.yaml": """
        extends: base
        fixtures: [demo]
        databases:
          shops: embedded:others
          users: { disableTriggers: true }
        credentials: secret
        """,
        "environments/top.yaml": "extends: middle\nlimits: { deletes: 1 }\ncredentials: null",
      ],
      sets: ["base", "demo"]
    ).profiles()
    #expect(profiles.messages == [])
    let profile = try profiles.profile(named: "top")
    #expect(profile.extends == ["middle", "base"])
    #expect(profile.guardLevel == .protected)
    #expect(profile.fixtures == ["demo"])
    #expect(profile.limits == RunLimits(deletes: 1, bytesPerMinute: 1024))
    #expect(
      profile.services.map(\.location) == [.embedded(name: "others"), .embedded(name: "users")]
    )
    #expect(profile.services.map(\.disableTriggers) == [true, true])
    #expect(profile.credentials == nil)
    let origins = profile.settings.map { "\($0.keyPath) \($0.origin?.description ?? "")" }
    #expect(origins.contains("guard environments/base.yaml:1:8"))
    #expect(origins.contains("databases.users.url environments/base.yaml:5:10"))
    #expect(origins.contains("databases.users.disableTriggers environments/middle.yaml:5:29"))
    #expect(origins.contains("limits.deletes environments/top.yaml:2:20"))
    #expect(origins.contains("limits.bytesPerMinute environments/base.yaml:6:39"))
  }

  @Test("A profile that others extend may omit URLs")
  func partialParent() throws {
    let profiles = DemoFiles([
      "environments/base.yaml": """
      databases: { users: { disableTriggers: true } }
      own: { "users:/users": listed }
      """,
      "environments/staging.yaml":
        "{ extends: base, databases: { users: { url: embedded:users } } }",
    ]).profiles()
    #expect(profiles.messages == [])
    #expect(try profiles.profile(named: "staging").services.map(\.disableTriggers) == [true])
    #expect(profiles.names == ["staging"])
  }

  @Test("A cycle of extended profiles is one error with the whole chain")
  func cycle() {
    let profiles = DemoFiles([
      "environments/a.yaml": "extends: b",
      "environments/b.yaml": "guard: open\nextends: c",
      "environments/c.yaml": "extends: a",
      "environments/outside.yaml": "extends: b",
    ]).profiles()
    let message = """
      environments/a.yaml:1:10: error: "a" extends itself: a → b → c → a; remove one "extends" \
      [extends-cycle]
      environments/b.yaml:2:10: note: "b" extends "c"
      environments/c.yaml:1:10: note: "c" extends "a"
      """
    #expect(profiles.messages == [message])
    #expect(profiles.diagnostics(of: "outside").map(\.description) == [message])
    #expect(throws: EnvironmentError.self) { try profiles.profile(named: "outside") }
  }

  @Test("A profile cannot extend itself")
  func selfCycle() {
    #expect(
      DemoFiles(["environments/a.yaml": "extends: a"]).profiles().messages == [
        "environments/a.yaml:1:10: error: \"a\" extends itself: a → a; remove one \"extends\" "
          + "[extends-cycle]"
      ]
    )
  }

  @Test("An unknown parent of a profile is reported with the intended profile")
  func unknownParent() {
    let profiles = DemoFiles([
      "environments/base.yaml": "fixtures: [base]", "environments/staging.yaml": "extends: bse",
    ]).profiles()
    #expect(
      profiles.messages == [
        "environments/staging.yaml:1:10: error: no profile \"bse\" in environments/ (known: base); "
          + "did you mean \"base\"? [unknown-environment]"
      ]
    )
    #expect(
      DemoFiles(["environments/a.yaml": "extends: [b]"]).profiles().messages == [
        "environments/a.yaml:1:10: error: expected a string for \"extends\", found a list"
          + " [wrong-type]"
      ]
    )
  }

  @Test("A problem of a parent profile is reported once and makes its children unusable")
  func parentProblem() {
    let service = "extends: base\ndatabases: { shops: embedded:shops }"
    let profiles = DemoFiles([
      "environments/base.yaml": "guard: opn",
      "environments/a.yaml": service, "environments/b.yaml": service,
    ]).profiles()
    let message =
      "environments/base.yaml:1:8: error: \"opn\" is not a guard (known: open, confirm, "
      + "protected); did you mean \"open\"? [invalid-value]"
    #expect(profiles.messages == [message])
    #expect(profiles.diagnostics(of: "a").map(\.description) == [message])
  }
}
