import Foundation
import Testing

@Suite("tane env export")
struct EnvironmentExportTests {
  private let variables = EnvironmentValuesTests.variables

  @Test("The env export command writes a file, and --check reports if it is stale")
  func check() async throws {
    let project = try TemporaryProject(EnvironmentValuesTests.files)
    func export(_ more: String...) async throws -> TaneProcess.Result {
      try await TaneProcess.run(
        ["env", "export", "staging", "--format", "json", "--output", "App.json"] + more,
        in: project.root,
        variables: variables
      )
    }
    let missing = try await export("--check")
    let renewal = "run tane env export staging --format json --output App.json"
    #expect(missing.status == 1)
    #expect(missing.errors.hasSuffix("error: App.json does not exist: \(renewal)\n"))
    let written = try await export()
    #expect((written.status, written.output) == (0, ""))
    #expect(
      written.errors
        == "note: 1 secret is omitted (values.key): --reveal writes secrets, but never to Swift "
        + "code\n"
    )
    #expect(!(try project.read("App.json")).contains("planted"))
    #expect(try await export("--check").status == 0)
    try project.write(
      "values: { api: { timeout: 31s }, key: \"${KEY}\" }\n",
      to: "environments/base.yaml"
    )
    let stale = try await export("--check")
    #expect(stale.status == 1)
    #expect(stale.errors.hasSuffix("error: App.json is stale: \(renewal)\n"))
    #expect(try await export("--reveal").status == 0)
    #expect(try project.read("App.json").contains("planted-one"))
  }

  @Test(
    "The env export command writes secrets into a file that only its owner can read",
    arguments: [nil, "old"]
  )
  func privateFile(old: String?) async throws {
    let project = try TemporaryProject(EnvironmentValuesTests.files)
    let path = project.root.appending(path: ".env").path
    if let old {
      try project.write(old, to: ".env")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
    let result = try await TaneProcess.run(
      ["env", "export", "staging", "--format", "dotenv", "--reveal", "--output", ".env"],
      in: project.root,
      variables: variables
    )
    #expect(result.status == 0)
    #expect(try project.read(".env").contains("planted-one"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("The env export command omits environments that the configuration must not contain")
  func allowIn() async throws {
    let project = try TemporaryProject(EnvironmentValuesTests.files)
    let text = try project.read("environments/staging.yaml") + "\nallowIn: [Debug]\n"
    try project.write(text, to: "environments/staging.yaml")
    try project.write(
      try project.read("environments/local.yaml") + "\nallowIn: [debug]\n",
      to: "environments/local.yaml"
    )
    let release = try await project.tane(
      "env",
      "export",
      "--format",
      "swift",
      "--configuration",
      "release",
      variables: variables
    )
    #expect(release.status == 0)
    #expect(release.output.contains("https://api.example.com"))
    for other in ["stg.example.com", "demo-stg", "127.0.0.1", "planted"] {
      #expect(!release.output.contains(other))
    }
    let named = try await project.tane(
      "env",
      "export",
      "staging",
      "--format",
      "json",
      "--configuration",
      "release",
      variables: variables
    )
    #expect(named.status == 3)
    #expect(
      named.errors
        == "error: staging is not allowed in release (allowIn: Debug in environments/staging.yaml); nothing was written\n"
    )
  }

  @Test("The env export command reports an unset variable at its line")
  func unset() async throws {
    let project = try TemporaryProject(EnvironmentValuesTests.files)
    let result = try await project.tane("env", "export", "staging", "--format", "swift")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "environments/base.yaml:1:39: error: the environment variable KEY is not set; set it, or write a default:"
        + " ${KEY:-default} [unset-variable]\nerror: the values of \"staging\" have 1 error\n"
    )
  }

  @Test("The env export command rejects contradictory options")
  func usage() async throws {
    let project = try TemporaryProject(EnvironmentValuesTests.files)
    for (arguments, message) in [
      (["--format", "json", "--check"], "--check requires --output"),
      (
        ["--format", "swift", "--reveal"],
        "--reveal and --format swift cannot be combined: everyone who has the app can read its "
          + "code; declare the value with \"runtime: true\", or choose another format"
      ),
      (["--format", "json", "--managers"], "--managers requires --format swift"),
      (
        ["--format", "json", "staging", "local"],
        "the format json can contain only one environment, but 2 were given; choose one"
      ),
    ] {
      let result = try await TaneProcess.run(["env", "export"] + arguments, in: project.root)
      #expect(result.status == 64)
      #expect(result.errors == "error: \(message)\n")
    }
  }
}
