import TaneCore
import TaneProject
import Testing

@Suite("Environment profiles")
struct EnvironmentProfilesTests {
  private let staging = """
    extends: base
    project: tane-demo-stg
    guard: confirm
    fixtures: [base, staging]
    databases:
      shops: https://shops.asia-southeast1.firebasedatabase.app/
      users:
        url: https://users.firebaseio.com
        disableTriggers: true
    buckets:
      images: gs://tane-demo-stg.appspot.com
    firestore: projects/tane-demo-stg/databases/(default)
    accounts: tane-demo-stg
    credentials: ${GOOGLE_APPLICATION_CREDENTIALS}
    limits: { deletes: 20, bytesPerMinute: 64MB }
    own: { "users:/users": listed }
    """

  @Test("A profile contains all settings of the documented example")
  func example() throws {
    let demo = DemoFiles(
      ["environments/staging.yaml": staging, "environments/base.yaml": "fixtures: [base]"],
      sets: ["base", "staging"]
    )
    let profiles = demo.profiles(["GOOGLE_APPLICATION_CREDENTIALS": "/keys/stg.json"])
    #expect(profiles.messages == [])
    let profile = try profiles.profile(named: "staging")
    #expect(profile.file == "environments/staging.yaml")
    #expect(profile.extends == ["base"])
    #expect(profile.project == "tane-demo-stg")
    #expect(profile.guardLevel == .confirm)
    #expect(profile.fixtures == ["base", "staging"])
    #expect(profile.services.map(\.name) == ["shops", "users", "images", "firestore", "accounts"])
    #expect(
      profile.services.map(\.location) == [
        .firebase("https://shops.asia-southeast1.firebasedatabase.app"),
        .firebase("https://users.firebaseio.com"), .firebase("tane-demo-stg.appspot.com"),
        .firebase("projects/tane-demo-stg/databases/(default)"), .firebase("tane-demo-stg"),
      ]
    )
    let databases = profile.services(of: .databases)
    #expect(databases.map(\.disableTriggers) == [false, true])
    #expect(databases[1].position?.description == "environments/staging.yaml:7:3")
    let firestore = profile.services(of: .firestore).first
    #expect(firestore?.position?.description == "environments/staging.yaml:12:12")
    #expect(profile.services(of: .accounts).first?.apiKey == nil)
    #expect(profile.credentials?.revealed == "/keys/stg.json")
    #expect(profile.limits == RunLimits(deletes: 20, bytesPerMinute: 64_000_000))
    #expect(profile.own == [Address(service: "users", path: "/users"): .listed])
  }

  @Test("The default guard is open if everything is embedded, and confirm otherwise")
  func guardWhenSilent() throws {
    let profiles = DemoFiles([
      "environments/local.yaml": "databases: { shops: embedded:shops }",
      "environments/emulator.yaml": "databases: { shops: \"http://127.0.0.1:9000?ns=shops\" }",
      "environments/mixed.yaml":
        "{ databases: { shops: embedded:shops }, accounts: tane-demo }",
    ]).profiles()
    #expect(profiles.messages == [])
    #expect(try profiles.profile(named: "local").guardLevel == .open)
    #expect(try profiles.profile(named: "emulator").guardLevel == .confirm)
    #expect(try profiles.profile(named: "mixed").guardLevel == .confirm)
  }

  @Test("An unknown environment is rejected with the known names")
  func unknownEnvironment() {
    let service = "databases: { shops: embedded:shops }"
    let profiles = DemoFiles([
      "environments/base.yaml": "fixtures: [base]",
      "environments/emulator.yaml": service, "environments/local.yaml": service,
      "environments/production.yaml": service, "environments/staging.yaml": service,
    ]).profiles()
    let error = #expect(throws: EnvironmentError.self) {
      try profiles.profile(named: "stagin")
    }
    #expect(error?.code == .unknown)
    #expect(
      error?.description
        == """
        no environment "stagin" in environments/ (known: emulator, local, production, staging); \
        did you mean "staging"?
        """
    )
  }

  @Test("A missing default environment is reported with the ways to choose another")
  func missingDefault() {
    let profiles = DemoFiles(["environments/staging.yaml": "databases: { shops: embedded:shops }"])
      .profiles()
    let error = #expect(throws: EnvironmentError.self) {
      try profiles.profile(named: "local")
    }
    #expect(
      error?.description
        == "no environment \"local\" in environments/ (known: staging); choose one with -e or "
        + "TANE_ENV"
    )
  }

  @Test("A profile that can only be extended is not an environment")
  func abstractEnvironment() throws {
    let profiles = DemoFiles([
      "environments/base.yaml": "fixtures: [base]\ncredentials: ${UNSET}",
      "environments/local.yaml": "databases: { shops: embedded:shops }",
    ]).profiles()
    #expect(profiles.messages == [])
    #expect(profiles.names == ["local"])
    #expect(profiles.profiles.map(\.name) == ["base", "local"])
    let error = #expect(throws: EnvironmentError.self) { try profiles.profile(named: "base") }
    #expect(error?.code == .withoutServices)
    #expect(
      error?.description
        == """
        the environment "base" has no databases, buckets, firestore, accounts or \
        remoteConfig; add one to environments/base.yaml, or use one of local
        """
    )
  }

  @Test("A profile with errors cannot be used, while the others can")
  func invalidEnvironment() throws {
    let profiles = DemoFiles([
      "environments/local.yaml": "databases: { shops: embedded:shops }",
      "environments/staging.yaml": "databases: { shops: embedded:shops }\nguard: [open]",
    ]).profiles()
    #expect(try profiles.profile(named: "local").name == "local")
    #expect(profiles.names == ["local", "staging"])
    let error = #expect(throws: EnvironmentError.self) { try profiles.profile(named: "staging") }
    #expect(error?.code == .invalid)
    #expect(
      error?.description
        == """
        the environment "staging" cannot be used: its profile has 1 error
        environments/staging.yaml:2:8: error: expected a string for "guard", found a list [wrong-type]
        """
    )
    #expect(profiles.diagnostics(of: "local") == [])
    #expect(profiles.diagnostics(of: "staging") == profiles.diagnostics)
  }

  @Test("Settings are listed with their origins and without secrets")
  func settings() throws {
    let demo = DemoFiles(
      [
        "environments/staging.yaml": staging,
        "environments/base.yaml": "guard: open\nlimits: { deletes: 5 }\n",
      ],
      sets: ["base", "staging"]
    )
    let profiles = demo.profiles(["GOOGLE_APPLICATION_CREDENTIALS": "/keys/stg.json"])
    let settings = try profiles.profile(named: "staging").settings
    let shown = settings.map { setting in
      "\(setting.keyPath) = \(setting.value) (\(setting.origin?.description ?? "default"))"
    }
    #expect(
      shown == [
        "extends = base (environments/staging.yaml:1:10)",
        "project = tane-demo-stg (environments/staging.yaml:2:10)",
        "guard = confirm (environments/staging.yaml:3:8)",
        "fixtures = base, staging (environments/staging.yaml:4:11)",
        "databases.shops.url = https://shops.asia-southeast1.firebasedatabase.app"
          + " (environments/staging.yaml:6:10)",
        "databases.users.url = https://users.firebaseio.com (environments/staging.yaml:8:10)",
        "databases.users.disableTriggers = true (environments/staging.yaml:9:22)",
        "buckets.images.url = gs://tane-demo-stg.appspot.com (environments/staging.yaml:11:11)",
        "firestore = projects/tane-demo-stg/databases/(default) (environments/staging.yaml:12:12)",
        "accounts = tane-demo-stg (environments/staging.yaml:13:11)",
        "credentials = <redacted> (environments/staging.yaml:14:14)",
        "limits.deletes = 20 (environments/staging.yaml:15:20)",
        "limits.bytesPerMinute = 64MB (environments/staging.yaml:15:40)",
        "own.users:/users = listed (environments/staging.yaml:16:24)",
      ]
    )
    #expect(settings.filter(\.isSecret).map(\.keyPath) == ["credentials"])
  }

  @Test("Settings that are not configured are listed with their defaults")
  func defaults() throws {
    let profiles = DemoFiles(["environments/local.yaml": "databases: { shops: embedded:shops }"])
      .profiles()
    let settings = try profiles.profile(named: "local").settings
    #expect(settings.map(\.keyPath) == ["guard", "fixtures", "databases.shops.url"])
    #expect(settings.map(\.value) == ["open", "base", "embedded:shops"])
    #expect(settings.map(\.origin?.line) == [nil, nil, 1])
  }
}
