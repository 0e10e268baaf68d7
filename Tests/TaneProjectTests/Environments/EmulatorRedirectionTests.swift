import TaneCore
import TaneProject
import Testing

@Suite("Emulator variables")
struct EmulatorRedirectionTests {
  private let staging = """
    project: demo-stg
    guard: protected
    databases:
      shops: https://demo-stg-shops.asia-southeast1.firebasedatabase.app
      users: https://demo-stg-users.firebaseio.com
      local: embedded:local
      other: http://127.0.0.1:1234?ns=other
    buckets:
      images: gs://demo-stg.appspot.com
    firestore: projects/demo-stg/databases/(default)
    accounts: demo-stg
    """

  private func profiles(_ variables: [String: String]) -> EnvironmentProfiles {
    DemoFiles([
      "environments/staging.yaml": staging,
      "environments/local.yaml": "databases: { shops: embedded:shops }",
    ]).profiles(variables)
  }

  @Test("Emulator variables redirect only Firebase services and keep the guard")
  func redirects() throws {
    let profiles = profiles([
      "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000",
      "STORAGE_EMULATOR_HOST": "http://localhost:9199/",
      "FIRESTORE_EMULATOR_HOST": "[::1]:8080", "FIREBASE_AUTH_EMULATOR_HOST": "emulators:9099",
    ])
    let profile = try profiles.profile(named: "staging")
    #expect(
      profile.services.map(\.url) == [
        "embedded:local", "http://127.0.0.1:1234?ns=other",
        "http://127.0.0.1:9000?ns=demo-stg-shops", "http://127.0.0.1:9000?ns=demo-stg-users",
        "http://localhost:9199/demo-stg.appspot.com",
        "http://[::1]:8080/projects/demo-stg/databases/(default)", "http://emulators:9099/demo-stg",
      ]
    )
    #expect(profile.guardLevel == .protected)
    #expect(
      profile.redirections.map(\.description) == [
        "shops, users connect to the emulator at 127.0.0.1:9000 (FIREBASE_DATABASE_EMULATOR_HOST)",
        "images connects to the emulator at localhost:9199 (STORAGE_EMULATOR_HOST)",
        "firestore connects to the emulator at [::1]:8080 (FIRESTORE_EMULATOR_HOST)",
        "accounts connects to the emulator at emulators:9099 (FIREBASE_AUTH_EMULATOR_HOST)",
      ]
    )
    let plain = try profiles.profile(named: "staging", redirects: false)
    #expect(plain.redirections == [])
    #expect(plain.services(of: .accounts).first?.location == .firebase("demo-stg"))
  }

  @Test("Credentials may refer to an unset variable only if no Firebase service needs them")
  func unsetCredentials() throws {
    let demo = DemoFiles([
      "environments/a.yaml": """
      databases: { shops: "https://demo-stg-shops.firebaseio.com" }
      credentials: ${NOPE}
      """
    ])
    let emulated = demo.profiles(["FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000"])
    #expect(try emulated.profile(named: "a").credentials == nil)
    let profiles = demo.profiles()
    let finding =
      "environments/a.yaml:2:14: error: the environment variable NOPE is not set; set it, or write "
      + "a default: ${NOPE:-default} [unset-variable]"
    #expect(profiles.messages == [finding])
    let error = #expect(throws: EnvironmentError.self) { try profiles.profile(named: "a") }
    #expect(error?.code == .invalid)
    #expect(error?.diagnostics.map(\.description) == [finding])
  }

  @Test("Firebase's storage variable takes precedence over Google Cloud's")
  func storage() throws {
    let profile = try profiles([
      "FIREBASE_STORAGE_EMULATOR_HOST": "127.0.0.1:1",
      "STORAGE_EMULATOR_HOST": "http://127.0.0.1:2",
    ]).profile(named: "staging")
    #expect(profile.redirections.map(\.variable) == ["FIREBASE_STORAGE_EMULATOR_HOST"])
    #expect(profile.redirections.map(\.services) == [["images"]])
  }

  @Test(
    "An emulator variable with an invalid value is an error only for redirected profiles",
    arguments: [
      "http://127.0.0.1:9000", "127.0.0.1", "127.0.0.1:x", "a@b:1", "x.firebaseio.com:443",
    ]
  )
  func malformed(value: String) throws {
    let profiles = profiles(["FIREBASE_DATABASE_EMULATOR_HOST": value])
    #expect(try profiles.profile(named: "local").redirections == [])
    let error = #expect(throws: EnvironmentError.self) { try profiles.profile(named: "staging") }
    #expect(error?.code == .invalidVariable)
    #expect(
      error?.description
        == "the environment variable FIREBASE_DATABASE_EMULATOR_HOST is \"\(value)\", which is not "
        + "the address of an emulator: expected HOST:PORT without a scheme, such as "
        + "127.0.0.1:9000; correct it, or unset it to use Firebase itself"
    )
  }
}
