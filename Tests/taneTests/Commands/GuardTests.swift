import Foundation
import Testing

@Suite("Guards and limits")
struct GuardTests {
  private func project(guardedBy level: String, more: String = "") throws -> TemporaryProject {
    try TemporaryProject(
      TemporaryProject.basics.merging([
        "environments/demo.yaml": """
        guard: \(level)
        databases:
          shops: embedded:shops
        \(more)
        """
      ]) { $1 }
    )
  }

  @Test("A protected environment is rejected without a terminal before anything is read")
  func protected() async throws {
    let project = try project(guardedBy: "protected")
    try project.write("\t", to: "fixtures/base/databases/shops/shops.yaml")
    let refused = try await project.tane("seed", "-e", "demo")
    #expect(refused.status == 3)
    #expect(
      refused.errors == """
        error: demo is protected: confirm by typing its name in a terminal, or apply an approved plan \
        (tane apply PLAN --approve DIGEST). Nothing was read or written.

        """
    )
    let assured = try await project.tane("seed", "-e", "demo", "--yes")
    #expect(assured.status == 3)
    #expect(assured.errors.contains(". --yes has no effect here. Nothing was read or written."))
    #expect(!project.exists(".tane"))
  }

  @Test("A confirming environment is rejected without a terminal and seeded with --yes")
  func confirm() async throws {
    let project = try project(guardedBy: "confirm")
    let refused = try await project.tane("seed", "-e", "demo")
    #expect(refused.status == 3)
    #expect(
      refused.errors == """
        error: demo requires confirmation, but Tane is not running in a terminal. Pass --yes to confirm. Nothing was read or written.

        """
    )
    #expect(try await project.tane("seed", "-e", "demo", "--yes").status == 0)
    #expect(try await project.tane("diff", variables: ["TANE_ENV": "demo"]).status == 0)
  }

  @Test("A dry run of a guarded environment asks for no confirmation")
  func dryRun() async throws {
    #expect(try await project(guardedBy: "protected").tane("seed", "-n", "-e", "demo").status == 0)
  }

  @Test("A plan that removes more than the profile allows is rejected")
  func limits() async throws {
    let project = try project(guardedBy: "open", more: "limits: { deletes: 1 }")
    #expect(try await project.tane("seed", "-e", "demo").status == 0)
    try project.write("- id: 0\n  name: 麺屋\n", to: "fixtures/base/databases/shops/shops.yaml")
    let refused = try await project.tane("seed", "-e", "demo")
    #expect(refused.status == 3)
    #expect(
      refused.errors == """
        error: the plan removes 2 values, but the limit of demo is 1 (limits.deletes at \
        environments/demo.yaml:4:20); raise it if this is intended; nothing was written

        """
    )
    #expect(
      try await project.tane("diff", "-e", "demo").output.contains("- remove  shops:/shops/1")
    )
  }

  @Test("Finishing and reverting a run respect the limits")
  func limitsOfReplays() async throws {
    let project = try project(guardedBy: "open")
    #expect(try await project.tane("seed", "-e", "demo").status == 0)
    try project.write(
      "guard: open\ndatabases:\n  shops: embedded:shops\nlimits: { deletes: 3 }\n",
      to: "environments/demo.yaml"
    )
    for more in [[], ["-n"]] {
      let refused = try await TaneProcess.run(["undo", "-e", "demo"] + more, in: project.root)
      #expect(refused.status == 3)
      #expect(
        refused.errors == """
          error: the plan removes 4 values, but the limit of demo is 3 (limits.deletes at \
          environments/demo.yaml:4:20); raise it if this is intended; nothing was written

          """
      )
    }
    #expect(try await project.tane("diff", "-e", "demo").status == 0)
  }
}
