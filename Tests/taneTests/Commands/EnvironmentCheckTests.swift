import Foundation
import Testing

@Suite("tane env check")
struct EnvironmentCheckTests {
  private func withoutTimes(_ output: String) -> [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing(/[0-9,]+ ms$/, with: "N ms") }
  }

  @Test("The env check command shows the access to each service with the response time")
  func embedded() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      guard: open
      databases: { shops: embedded:shops }
      buckets: { images: embedded:images }
      firestore: embedded:main
      accounts: embedded:main
      """,
      to: "environments/local.yaml"
    )
    let result = try await project.tane("env", "check")
    #expect(result.status == 0)
    #expect(
      withoutTimes(result.output).dropFirst(2) == [
        "= shops      embedded:shops  reachable · readable · writable · N ms",
        "= images     embedded:images  reachable · readable · writable · N ms",
        "= firestore  embedded:main  reachable · readable · writable · N ms",
        "= accounts   embedded:main  reachable · readable · writable · N ms", "",
      ]
    )
    // The check creates nothing.
    #expect(throws: (any Error).self) { try project.data(".tane/embedded/local.sqlite") }
  }

  @Test("The env check command reports problems of services and settings of other projects")
  func problems() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      project: demo-stg
      databases:
        shops: https://demo-stg.firebaseio.com
      accounts: demo-prd
      state: gs://demo-stg-tane/state.json
      """,
      to: "environments/staging.yaml"
    )
    let result = try await project.tane("env", "check", "staging", "--json")
    #expect(result.status == 2)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    let services = try #require(document["services"] as? [[String: Any]])
    #expect(services.map { $0["name"] as? String } == ["shops", "accounts", "shared state"])
    for service in services {
      #expect(service["credential"] as? Bool == false)
      #expect(service["readable"] is NSNull)
      let reasons = try #require(service["reasons"] as? [String: String])
      #expect(reasons["credential"]?.hasPrefix("no access: no credentials found: ") == true)
      #expect(reasons["readable"] == "no access token")
    }
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(
      findings.first?["message"] as? String
        == "\"accounts\" belongs to the project \"demo-prd\", but \"project\" specifies \"demo-stg\"; "
        + "correct one of them"
    )
    #expect(findings.first?["line"] as? Int == 4)
  }

  @Test("The env check command contacts the emulators named by variables and says so")
  func redirected() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      project: demo-stg
      guard: protected
      databases: { shops: https://demo-stg.firebaseio.com, users: https://demo-stg-users.firebaseio.com }
      credentials: /nonexistent/key.json
      """,
      to: "environments/staging.yaml"
    )
    let variables = ["FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:1"]
    let note =
      "note: shops, users connect to the emulator at 127.0.0.1:1 (FIREBASE_DATABASE_EMULATOR_HOST)"
    let check = try await TaneProcess.run(
      ["env", "check", "staging"],
      in: project.root,
      variables: variables
    )
    #expect(check.status == 2)
    let lines = check.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("staging  emulator · shops, users · guard protected"))
    #expect(lines[1] == note)
    #expect(lines[3] == "! shops  http://127.0.0.1:1?ns=demo-stg  not reachable")
    #expect(lines[4].contains("cannot connect to 127.0.0.1:1 ("))
    let diff = try await TaneProcess.run(
      ["diff", "-e", "staging", "--json"],
      in: project.root,
      variables: variables
    )
    #expect(diff.errors.hasPrefix(note + "\n"))
    let malformed = try await TaneProcess.run(
      ["diff", "-e", "staging"],
      in: project.root,
      variables: ["FIREBASE_DATABASE_EMULATOR_HOST": "http://127.0.0.1:1"]
    )
    #expect(malformed.status == 64)
    #expect(
      malformed.errors
        == "error: the environment variable FIREBASE_DATABASE_EMULATOR_HOST is "
        + "\"http://127.0.0.1:1\", which is not the address of an emulator: expected HOST:PORT "
        + "without a scheme, such as 127.0.0.1:9000; correct it, or unset it to use Firebase "
        + "itself\n"
    )
  }

  @Test("The env check command succeeds for an environment that tane emulate serves")
  func emulated() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      project: demo-stg
      databases: { shops: https://demo-stg.firebaseio.com }
      buckets: { images: gs://demo-stg.appspot.com }
      firestore: projects/demo-stg/databases/(default)
      accounts: demo-stg
      """,
      to: "environments/staging.yaml"
    )
    let result = try await project.tane(
      "emulate",
      "-e",
      "staging",
      "--in-memory",
      "--database-port",
      "0",
      "--storage-port",
      "0",
      "--firestore-port",
      "0",
      "--auth-port",
      "0",
      "--hub-port",
      "0",
      "--exec",
      "'\(TaneProcess.binary.path)' env check staging"
    )
    #expect(result.status == 0)
    let rows = withoutTimes(result.output).filter { $0.hasPrefix("=") || $0.hasPrefix("!") }
    #expect(
      rows.map { $0.split(separator: "  ").first.map(String.init) } == [
        "= shops", "= images", "= firestore", "= accounts",
      ]
    )
    let words = "reachable · credential accepted · readable · writable · N ms"
    #expect(rows.allSatisfy { $0.hasSuffix(words) })
    #expect(result.output.contains("note: firestore connects to the emulator at 127.0.0.1:"))
  }
}
