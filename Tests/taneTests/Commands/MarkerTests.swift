import Foundation
import Testing

@Suite("Environments of other profiles")
struct MarkerTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"

  private static func profile(_ database: String, _ project: String) -> String {
    """
    guard: open
    project: \(project)
    databases: { shops: "\(database)?ns=shops" }
    marker: { key: __tane__ }
    """
  }

  private func refusal(of name: String, by owner: String) -> String {
    """
    error: shops:/__tane__/owner assigns the environment to \(owner) (project demo-\(owner)), not to \
    \(name) (project demo-\(name)). Check databases.shops in environments/\(name).yaml:3:14. To \
    claim it for \(name), run tane seed -e \(name) --claim; "marker: off" in the profile turns \
    this check off. Nothing else was read, \
    and nothing was written.

    """
  }

  @Test("An environment of another profile rejects all writing commands and hides the marker")
  func refused() async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(EmulateTests.anyPorts, in: project)
    let database = try await emulator.address(after: "database   ")
    for name in ["staging", "production"] {
      try project.write(Self.profile(database, "demo-\(name)"), to: "environments/\(name).yaml")
    }
    #expect(try await project.tane("seed", "-e", "production").status == 0)
    try project.write("- { id: 0, name: 喫茶 }\n", to: Self.fixture)
    #expect(try await project.tane("plan", "-e", "production", "-o", "plan.json").status == 0)

    let commands = [["seed"], ["seed", "-n"], ["seed", "--prune"], ["plan"]]
    for command in commands.map({ $0 + ["-e", "staging"] }) {
      let refused = try await TaneProcess.run(command, in: project.root)
      #expect(refused.status == 3, "\(command)")
      #expect(refused.errors == refusal(of: "staging", by: "production"), "\(command)")
    }
    #expect(
      try await project.tane("diff", "-e", "staging").output.contains(
        "~ change  shops:/shops/0/name"
      )
    )

    let dryRun = try await project.tane("seed", "-n", "--claim", "-e", "staging")
    #expect(dryRun.status == 0)
    let note = """
      note: shops:/__tane__/owner assigns the environment to production (project demo-production), not to \
      staging (project demo-staging); --claim claims the environment for staging

      """
    #expect(dryRun.errors == note)
    #expect(try await project.tane("seed", "-n", "-e", "production").status == 0)

    #expect(try await project.tane("seed", "--claim", "--prune", "-e", "staging").status == 0)
    for command in [
      ["undo", "-e", "production"], ["undo", "-n", "-e", "production"], ["apply", "plan.json"],
    ] {
      let refused = try await TaneProcess.run(command, in: project.root)
      #expect(refused.status == 3, "\(command)")
      #expect(refused.errors == refusal(of: "production", by: "staging"), "\(command)")
    }
    #expect(try await project.tane("undo", "-e", "staging").status == 0)
    #expect(try await project.tane("seed", "-e", "staging").status == 0)
    #expect(try await project.tane("diff", "-e", "staging").status == 0)
    #expect(await emulator.end() == 0)
  }

  @Test("An environment can be claimed by another profile, and marker: off disables the check")
  func claimed() async throws {
    let project = try TemporaryProject()
    let emulator = try await RunningEmulator(["--seed"] + EmulateTests.anyPorts, in: project)
    let database = try await emulator.address(after: "database   ")
    for name in ["staging", "production"] {
      try project.write(Self.profile(database, "demo-\(name)"), to: "environments/\(name).yaml")
    }
    #expect(try await project.tane("seed", "--claim", "-e", "production").status == 0)
    #expect(try await project.tane("seed", "-e", "staging").status == 3)
    #expect(try await project.tane("seed", "--claim", "-e", "staging").status == 0)
    #expect(try await project.tane("seed", "-e", "production").status == 3)
    let text = try project.read("environments/production.yaml")
    try project.write(
      text.replacingOccurrences(of: "{ key: __tane__ }", with: "off"),
      to: "environments/production.yaml"
    )
    #expect(try await project.tane("seed", "-e", "production").status == 0)
    #expect(await emulator.end() == 0)
  }

  @Test("The marker survives a fixture of the whole database over the network")
  func rootFixture() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      "fixtures/base/databases/shops.yaml": "shops: [{ name: 麺屋 }]\nopen: true\n",
    ])
    let emulator = try await RunningEmulator(EmulateTests.anyPorts, in: project)
    let database = try await emulator.address(after: "database   ")
    try project.write(Self.profile(database, "demo-staging"), to: "environments/staging.yaml")
    let first = try await project.tane("seed", "-e", "staging")
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.output.contains("shops: all values are read again and then written in one request")
    )
    let again = try await project.tane("seed", "--prune", "-e", "staging")
    #expect(again.output.contains("Nothing to do: 2 values"), "\(again.output)")
    #expect(try await project.tane("undo", "-e", "staging").status == 0)
    let marker = try await EmulateTests.get("\(database)/.json?ns=shops")
    #expect(marker == #"{"__tane__":{"owner":{"profile":"staging","project":"demo-staging"}}}"#)
    #expect(try await project.tane("seed", "-e", "staging").status == 0)
    #expect(try await project.tane("diff", "-e", "staging").status == 0)
    #expect(await emulator.end() == 0)
  }

  @Test("The marker is not part of a check of live data")
  func live() async throws {
    let project = try TemporaryProject(
      TemporaryProject.basics.merging([
        "environments/local.yaml": """
        databases: { shops: embedded:shops }
        marker: { key: __tane__ }
        """,
        "fixtures/mappings.yaml": "mappings:\n  \"shops:/shops\": \"[Shop]\"\n",
      ]) { $1 }
    )
    #expect(try await project.tane("seed").status == 0)
    let checked = try await project.tane("validate", "--live", "--no-types")
    #expect(!checked.output.contains("__tane__"), "\(checked.output)")
    #expect(checked.output.contains("of the environment"), "\(checked.output)")
    try project.write(
      "databases: { shops: embedded:shops }\nmarker: { key: other }\n",
      to: "environments/local.yaml"
    )
    let other = try await project.tane("validate", "--live", "--no-types")
    #expect(other.output.contains("shops:/__tane__: it has no mapping"), "\(other.output)")
  }
}
