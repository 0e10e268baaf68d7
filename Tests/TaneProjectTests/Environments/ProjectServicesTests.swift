import TaneCore
import Testing

@testable import TaneProject

@Suite("Firestore and accounts in profiles")
struct ProjectServicesTests {
  @Test(
    "Firestore locations are parsed and printed",
    arguments: [
      ("embedded:main", ServiceLocation.embedded(name: "main")),
      ("embedded:firestore", .embedded(name: "firestore")),
      (
        "projects/demo/databases/(default)",
        .firebase("projects/demo/databases/(default)")
      ),
      (
        "projects/example.com:demo/databases/menu",
        .firebase("projects/example.com:demo/databases/menu")
      ),
      (
        "http://127.0.0.1:8080/projects/demo/databases/(default)",
        .emulator(
          origin: "http://127.0.0.1:8080",
          resource: "projects/demo/databases/(default)"
        )
      ),
    ]
  )
  func firestore(text: String, expected: ServiceLocation) throws {
    #expect(try ServiceLocation(parsing: text, of: Firestore()) == expected)
    #expect(expected.spelling(of: Firestore()) == text)
    guard !expected.isEmbedded else { return }
    #expect(try ServiceLocation(parsing: text + "/", of: Firestore()) == expected)
  }

  @Test(
    "Account locations are parsed and printed",
    arguments: [
      ("embedded:accounts", ServiceLocation.embedded(name: "accounts")),
      ("tane-demo-stg", .firebase("tane-demo-stg")),
      ("example.com:demo", .firebase("example.com:demo")),
      (
        "http://127.0.0.1:9099/demo",
        .emulator(origin: "http://127.0.0.1:9099", resource: "demo")
      ),
    ]
  )
  func accounts(text: String, expected: ServiceLocation) throws {
    #expect(try ServiceLocation(parsing: text, of: Accounts()) == expected)
    #expect(expected.spelling(of: Accounts()) == text)
  }

  private static let firestoreForms =
    "expected projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default) of"
    + " an emulator, or embedded:NAME"

  @Test(
    "Invalid Firestore locations are rejected",
    arguments: [
      ("demo", "\"demo\" is not the location of Firestore: \(firestoreForms)"),
      ("embedded:a/b", "\"embedded:a/b\" is not the location of Firestore: \(firestoreForms)"),
      ("gs://demo", "\"gs://demo\" is not the location of Firestore: \(firestoreForms)"),
      (
        "projects/a b/databases/c",
        "\"projects/a b/databases/c\" is not the location of Firestore: \(firestoreForms)"
      ),
      (
        "projects/demo",
        "\"projects/demo\" contains no database name; write projects/demo/databases/(default)"
      ),
      (
        "projects/demo/databases/(default)/documents/posts",
        "\"projects/demo/databases/(default)/documents/posts\" contains more than the database's "
          + "name; remove everything after projects/demo/databases/(default)"
      ),
      (
        "http://127.0.0.1:8080",
        "\"http://127.0.0.1:8080\" contains no database name; end it with "
          + "/projects/PROJECT/databases/(default)"
      ),
      (
        "http://127.0.0.1:8080/projects/demo",
        "\"http://127.0.0.1:8080/projects/demo\" contains no database name; end it with "
          + "/projects/demo/databases/(default)"
      ),
      (
        "https://console.firebase.google.com/project/demo/firestore/data",
        "\"https://console.firebase.google.com/project/demo/firestore/data\" is the URL of a web page or"
          + " API; write the database's name, projects/demo/databases/(default)"
      ),
      (
        "https://firestore.googleapis.com/v1/projects/demo/databases/menu/documents",
        "\"https://firestore.googleapis.com/v1/projects/demo/databases/menu/documents\" is the URL of a web"
          + " page or API; write the database's name, projects/demo/databases/menu"
      ),
      (
        "http://firestore.googleapis.com/projects/demo/databases/(default)",
        "\"http://firestore.googleapis.com/projects/demo/databases/(default)\" has the form of an "
          + "emulator URL, but Google's hosts do not accept plain HTTP; write the location of the "
          + "Firebase service instead, as the guide to profiles shows"
      ),
      (
        "http://me:secret@127.0.0.1:8080/projects/demo/databases/(default)",
        "the URL \"http://<redacted>@127.0.0.1:8080/projects/demo/databases/(default)\" contains a "
          + "user or password; remove it, and specify a credentials file in \"credentials\""
      ),
      (
        "http://127.0.0.1:99999/projects/demo/databases/(default)",
        "the port of \"http://127.0.0.1:99999/projects/demo/databases/(default)\" is not a number "
          + "between 1 and 65535; correct it"
      ),
      (
        "http://[::1]:x/projects/demo/databases/(default)",
        "the port of \"http://[::1]:x/projects/demo/databases/(default)\" is not a number between 1 "
          + "and 65535; correct it"
      ),
    ]
  )
  func noFirestore(text: String, message: String) {
    let error = #expect(throws: ServiceLocationError.self) {
      try ServiceLocation(parsing: text, of: Firestore())
    }
    #expect(error?.message == message)
  }

  private static let accountForms =
    "expected a project ID, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"

  @Test(
    "Invalid account locations are rejected",
    arguments: [
      ("Demo Project", "\"Demo Project\" is not the location of the accounts: \(accountForms)"),
      ("embedded:", "\"embedded:\" is not the location of the accounts: \(accountForms)"),
      (
        "projects/demo",
        "\"projects/demo\" contains more than a project ID; write only the ID, demo"
      ),
      (
        "http://127.0.0.1:9099",
        "the emulator's URL \"http://127.0.0.1:9099\" contains no project; end it with /PROJECT"
      ),
      (
        "https://console.firebase.google.com/project/demo/authentication/users",
        "\"https://console.firebase.google.com/project/demo/authentication/users\" is the URL of a web page"
          + " or API; write the project ID, demo"
      ),
      (
        "https://identitytoolkit.googleapis.com/?key=secret",
        "\"https://identitytoolkit.googleapis.com/?key=<redacted>\" is the URL of a web page or API;"
          + " write the project ID, such as my-project"
      ),
    ]
  )
  func noAccounts(text: String, message: String) {
    let error = #expect(throws: ServiceLocationError.self) {
      try ServiceLocation(parsing: text, of: Accounts())
    }
    #expect(error?.message == message)
  }

  private func profiles(
    _ files: [String: String],
    _ variables: [String: String] = [:]
  ) -> EnvironmentProfiles {
    let files = files.map { ("environments/\($0.key).yaml", $0.value) }
    return DemoFiles(Dictionary(uniqueKeysWithValues: files)).profiles(variables)
  }

  @Test("The API key of accounts is a secret and combines with an inherited project")
  func apiKey() throws {
    let profiles = profiles(
      [
        "base": "accounts: demo",
        "staging": "{ extends: base, accounts: { apiKey: \"${KEY}\" } }",
        "short": "{ extends: staging, accounts: other }",
      ],
      ["KEY": "AIza-secret"]
    )
    #expect(profiles.messages == [])
    let staging = try profiles.profile(named: "staging")
    #expect(staging.services.first?.location == .firebase("demo"))
    #expect(staging.services.first?.apiKey?.revealed == "AIza-secret")
    #expect(try profiles.profile(named: "short").services.first?.apiKey?.revealed == "AIza-secret")
    #expect(
      staging.settings.filter { $0.keyPath.hasPrefix("accounts") }
        .map { "\($0.keyPath) = \($0.value)" }
        == ["accounts.apiKey = <redacted>", "accounts.project = demo"]
    )
    #expect(!"\(staging)".contains("AIza-secret"))
  }

  @Test("Mistakes in the long form of accounts and remote emulators are findings")
  func findings() {
    let profiles = profiles([
      "a": "accounts: { projct: demo }", "b": "accounts: [demo]",
      "c": """
      accounts: http://emulators.example:9099/demo
      databases: { shops: "http://10.0.0.5:9000?ns=shops", users: "http://localhost:9000?ns=users" }
      """,
    ])
    let warning =
      "is on another machine: the traffic is not encrypted, and anyone who can reach it can "
      + "change all data; use 127.0.0.1, or a private network [remote-emulator]"
    #expect(
      profiles.messages == [
        "environments/a.yaml:1:11: error: \"accounts\" has no project [missing-value]",
        "environments/a.yaml:1:13: error: unknown key \"projct\" in \"accounts\" (known: project, apiKey);"
          + " did you mean \"project\"? [unknown-key]",
        "environments/b.yaml:1:11: error: expected a project or a map with a project for \"accounts\", found"
          + " a list [wrong-type]",
        "environments/c.yaml:1:11: warning: the emulator \"http://emulators.example:9099\" \(warning)",
        "environments/c.yaml:2:21: warning: the emulator \"http://10.0.0.5:9000\" \(warning)",
      ]
    )
  }
}
