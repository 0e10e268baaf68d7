import Foundation
import GRDB
import Testing

@Suite("Several environments in one command")
struct SeveralEnvironmentsTests {
  private func project(_ more: [String: String] = [:]) throws -> TemporaryProject {
    try TemporaryProject(
      [
        "environments/a.yaml": "databases: { shops: \"embedded:shops\" }\n",
        "environments/b.yaml": "databases: { shops: \"embedded:shops\" }\n",
        "fixtures/base/databases/shops/shops.yaml": "{ name: 麺屋 }\n",
      ].merging(more) { $1 }
    )
  }

  @Test("All environments are planned before the first one is written")
  func seed() async throws {
    let project = try project()
    let seeded = try await project.tane("seed", "-e", "a", "-e", "b")
    #expect(seeded.status == 0, "\(seeded.errors)")
    let text = seeded.output.replacing(/in [0-9.]+ m?s/, with: "in 1 ms")
    #expect(
      text == """
        a  embedded · shops · guard open · fixtures base

        + add     shops:/shops
                  + {"name":"麺屋"}  fixtures/base/databases/shops/shops.yaml:1:1

        Plan: 1 value to add, 0 to change, 0 to remove

        b  embedded · shops · guard open · fixtures base

        + add     shops:/shops
                  + {"name":"麺屋"}  fixtures/base/databases/shops/shops.yaml:1:1

        Plan: 1 value to add, 0 to change, 0 to remove
        Seeded a in 1 ms and verified 1 value and 0 objects.
        Seeded b in 1 ms and verified 1 value and 0 objects.

        """
    )
    for name in ["a", "b"] { #expect(try await project.tane("diff", "-e", name).status == 0) }
    let planned = try await project.tane("plan", "-e", "a", "-e", "b", "--exit-code", "--json")
    #expect(planned.status == 0)
    #expect(planned.output.hasPrefix("{\n  \"environments\": ["), "\(planned.output)")
  }

  @Test("The first failure stops the run and lists written and remaining environments")
  func failure() async throws {
    let project = try project(["environments/c.yaml": "databases: { shops: \"embedded:shops\" }\n"])
    #expect(try await project.tane("seed", "-e", "b").status == 0)
    try project.write("{ name: 喫茶 }\n", to: "fixtures/base/databases/shops/shops.yaml")
    let store = project.root.appending(path: ".tane/embedded/b.sqlite").path
    try await DatabaseQueue(path: store).write { database in
      let rejection = "SELECT RAISE(ABORT, 'rejected')"
      try database.execute(
        sql: "CREATE TRIGGER rejecting BEFORE INSERT ON leaf BEGIN \(rejection); END"
      )
    }
    let result = try await project.tane("seed", "-e", "a", "-e", "b", "-e", "c")
    #expect(result.status == 2, "\(result.errors)")
    let last = result.errors.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("error: b: "), "\(last)")
    #expect(
      last.hasSuffix(
        "; nothing was written to b. The other environments: already written: a; not written: c"
      ),
      "\(last)"
    )
    #expect(try await project.tane("diff", "-e", "a").status == 0)
    #expect(try await project.tane("diff", "-e", "c").status == 1)
  }

  @Test("A guard that rejects one environment stops the run before anything is read")
  func guards() async throws {
    let project = try project([
      "environments/b.yaml": "guard: confirm\ndatabases: { shops: \"embedded:shops\" }\n"
    ])
    let refused = try await project.tane("seed", "-e", "a", "-e", "b")
    #expect(refused.status == 3)
    #expect(
      refused.errors == """
        error: b requires confirmation, but Tane is not running in a terminal. Pass --yes to confirm. Nothing was read or written.

        """
    )
    #expect(!project.exists(".tane"))
  }

  @Test("Only seed and plan accept several environments, each named once")
  func usage() async throws {
    let project = try project()
    let two = ["-e", "a", "-e", "b"]
    for command in [["diff"], ["validate", "--live"], ["undo"], ["history"], ["env", "show"]] {
      let refused = try await TaneProcess.run(command + two, in: project.root)
      #expect(refused.status == 64, "\(command)")
      #expect(
        refused.errors
          == "error: -e was given 2 times (a, b); this command accepts one environment\n",
        "\(command)"
      )
    }
    let file = try await project.tane("plan", "-e", "a", "-e", "b", "-o", "plan.json")
    #expect(file.status == 64)
    #expect(
      file.errors == "error: -o saves the plan of one environment; run tane plan for each\n"
    )
    let twice = try await project.tane("seed", "-e", "a", "-e", "a")
    #expect(twice.status == 64)
    #expect(twice.errors == "error: -e a was given twice; give each environment once\n")
    #expect(!project.exists(".tane"))
  }
}
