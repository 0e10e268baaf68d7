import TaneCore
import TaneProject
import Testing

@Suite("Names that are paths")
struct NameRuleTests {
  private static let expectation =
    "expected 1 to 200 bytes without /, \\ or control characters, and no leading period"

  @Test(
    "A profile whose file name decodes to a path is not an environment",
    arguments: [
      ("%2E.%2F..%2Fpackage", "../../package", "contains \"/\""),
      ("%2e%2e", "..", "begins with \".\""),
      ("a%252Fb", "a%2Fb", "contains \"/\""),
      ("a%5Cb", "a\\b", "contains \"\\\""),
      ("a%0Ab", "a\\nb", "contains \"\\n\""),
      ("%2Ehidden", ".hidden", "begins with \".\""),
    ]
  )
  func environments(file: String, name: String, problem: String) {
    let demo = DemoFiles(["environments/\(file).yaml": "databases: { shops: embedded:shops }"])
    let profiles = demo.profiles()
    #expect(profiles.names == [])
    #expect(
      profiles.messages == [
        "environments/\(file).yaml: error: this file defines the environment \"\(name)\", whose "
          + "name \(problem); rename the file: \(Self.expectation) [illegal-file-name]"
      ]
    )
  }

  @Test("Requesting an environment by an invalid name explains the rule")
  func asked() {
    let demo = DemoFiles(["environments/local.yaml": "databases: { shops: embedded:shops }"])
    for (name, problem) in [
      ("../../package", "contains \"/\""), ("..", "begins with \".\""), ("", "is empty"),
      ("..%2Fpackage", "begins with \".\""), ("a%2fb", "contains \"/\""),
    ] {
      let error = #expect(throws: EnvironmentError.self) {
        try demo.profiles().profile(named: name)
      }
      #expect(
        error?.message
          == "\"\(name)\" is not a valid environment name: it \(problem); \(Self.expectation)"
      )
    }
  }

  @Test("Fixture sets with invalid names are rejected in profiles and requests")
  func sets() throws {
    let demo = DemoFiles([
      "environments/local.yaml": "fixtures: [base, ../environments]\nfirestore: embedded:main",
      "environments/other.yaml": "firestore: embedded:main",
      "fixtures/base/firestore/a/b.yaml": "{}",
    ])
    let finding =
      "\"../environments\" is not a valid fixture set name: it contains \"/\"; \(Self.expectation)"
    #expect(
      demo.profiles().messages == [
        "environments/local.yaml:1:18: error: \(finding) [invalid-value]"
      ]
    )
    let profile = try demo.profiles().profile(named: "other")
    let fixtures = Fixtures.load(for: profile, sets: ["../environments"], from: demo.project)
    #expect(fixtures.diagnostics.map(\.message) == [finding])
  }

  @Test(
    "Stores and services with invalid names are rejected",
    arguments: [
      (
        "databases: { shops: \"embedded:..%2Fx\" }",
        "\"embedded:..%2Fx\" is not the URL of a database: expected https://HOST,"
          + " http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME"
      ),
      (
        "databases: { shops: \"http://127.0.0.1:9000?ns=a%2Fb\" }",
        "the database's name in the emulator's URL \"http://127.0.0.1:9000?ns=a%2Fb\" contains \"/\";"
          + " \(expectation)"
      ),
      (
        "databases: { shops: \"http://127.0.0.1:9000?ns=../b\" }",
        "the database's name in the emulator's URL \"http://127.0.0.1:9000?ns=../b\" contains \"/\";"
          + " \(expectation)"
      ),
      (
        "buckets: { images: \"http://127.0.0.1:9199/%2e%2e\" }",
        "the bucket's name in the URL \"http://127.0.0.1:9199/%2e%2e\" begins with \".\";"
          + " \(expectation)"
      ),
      (
        "buckets: { images: \"gs://a%2Fb\" }",
        "the bucket's name in the URL \"gs://a%2Fb\" contains \"/\"; \(expectation)"
      ),
      (
        "firestore: projects/../databases/(default)",
        "\"projects/../databases/(default)\" is not the location of Firestore: expected"
          + " projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default)"
          + " of an emulator, or embedded:NAME"
      ),
      (
        "accounts: ..",
        "\"..\" is not the location of the accounts: expected a project ID,"
          + " http://HOST:PORT/PROJECT of an emulator, or embedded:NAME"
      ),
      (
        "databases: { \"a%2Fb\": embedded:shops }",
        "the database's name \"a%2Fb\" contains \"/\", so it cannot be used in addresses such as "
          + "shops:/a/b; rename it"
      ),
    ]
  )
  func services(profile: String, message: String) {
    let demo = DemoFiles(["environments/local.yaml": profile])
    #expect(demo.profiles().diagnostics.map(\.message) == [message])
  }

  @Test("Two Unicode spellings of a name count as one")
  func spellings() {
    let demo = DemoFiles([
      "environments/local.yaml": """
      databases: { "e\u{301}": embedded:a, "\u{E9}": embedded:b }
      buckets: { "u\u{308}": embedded:a, "\u{FC}": embedded:b }
      """
    ])
    #expect(
      demo.profiles().messages.map { $0.prefix { $0 != "\n" } } == [
        "environments/local.yaml:1:32: error: \"é\" is the name of two databases; use different "
          + "names, because addresses contain only the name [duplicate-name]",
        "environments/local.yaml:2:30: error: \"ü\" is the name of two buckets; use different "
          + "names, because addresses contain only the name [duplicate-name]",
      ]
    )
  }
}
