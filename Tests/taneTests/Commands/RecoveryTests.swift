import Foundation
import GRDB
import TaneTesting
import Testing

@Suite("Combinations of undo, resume and discard")
struct RecoveryTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"

  private func project(seeds count: Int) async throws -> TemporaryProject {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\ndatabases: { shops: \"embedded:shops\" }\n"
    ])
    for value in 1...count {
      try project.write("{ value: \(value) }\n", to: Self.fixture)
      #expect(try await project.tane("seed").status == 0)
    }
    return project
  }

  /// Returns the value in the environment, or nil if there is none.
  private func value(in project: TemporaryProject) async throws -> Int? {
    try project.write("{ value: 0 }\n", to: Self.fixture)
    let difference = try await project.tane("diff").output
    return difference.firstMatch(of: #/\n +- (\d+)\n/#).flatMap { Int($0.1) }
  }

  private func changeState(of project: TemporaryProject, _ sql: String) async throws {
    let file = project.root.appending(path: ".tane/state.sqlite").path
    let state = try DatabaseQueue(path: file)
    try await state.write { try $0.execute(sql: sql) }
    try state.close()
  }

  @Test("Each undo reverts the previous run, and a redone run can be reverted again")
  func undos() async throws {
    let project = try await project(seeds: 3)
    #expect(try await project.tane("undo").output.contains("Reverted run 3 of local"))
    #expect(try await value(in: project) == 2)
    #expect(try await project.tane("undo", "4").output.contains("Reverted run 4 of local"))
    #expect(try await value(in: project) == 3)
    #expect(try await project.tane("history").output.contains("seed  ") == true)
    for (run, expected) in [(3, 2), (2, 1), (1, nil)] as [(Int, Int?)] {
      #expect(try await project.tane("undo").output.contains("Reverted run \(run) of local"))
      #expect(try await value(in: project) == expected)
    }
    let last = try await project.tane("undo")
    #expect(last.status == 2)
    #expect(last.errors == "error: local has no run to undo\n")
    let again = try await project.tane("undo", "2")
    #expect(again.status == 2)
    #expect(
      again.errors
        == "error: run 7 already reverted run 2; tane undo 7 restores the changes of run 2. "
        + "Nothing was written\n"
    )
  }

  @Test("The history marks the run that undo would revert")
  func history() async throws {
    let project = try await project(seeds: 2)
    _ = try await project.tane("undo")
    let lines = try await project.tane("history").output.split(separator: "\n")
    let marks = lines.indices.filter { lines[$0] == "    tane undo reverts this run" }
    #expect(marks.count == 1)
    #expect(marks.first.map { lines[$0 - 2].hasPrefix("1  ") } == true)
    #expect(try await project.tane("history", "--json").output.contains("\"undo\": 1"))
  }

  @Test("An interrupted run blocks an undo until it is finished")
  func blocked() async throws {
    let project = try await project(seeds: 2)
    _ = try await project.tane("undo")
    try await changeState(of: project, "UPDATE run SET result = 'running' WHERE id = 3")
    let blocked = try await project.tane("undo")
    #expect(blocked.status == 2)
    #expect(
      blocked.errors
        == "error: run 3 of local (undo) was interrupted: run tane resume -e local to complete it, "
        + "or tane discard -e local to roll it back, then run tane undo again\n"
    )
    #expect(try await project.tane("resume").status == 0)
    #expect(try await project.tane("undo").output.contains("Reverted run 1 of local"))
  }

  @Test("A discard reverts a run together with the writes of its killed resume")
  func discardAfterResume() async throws {
    let project = try await project(seeds: 2)
    // The state after the seed was killed before it sent anything, and its resume after the last
    // write.
    try await changeState(
      of: project,
      """
      INSERT INTO run (environment, action, subject, author, sets, summary, began, result)
        SELECT environment, 'resume', id, author, sets, summary, began, 'running' FROM run WHERE id = 2;
      INSERT INTO step SELECT 3, number, location, service, path, oldSize, oldCRC32C, newSize, newCRC32C, bytes, 2
        FROM step WHERE run = 2;
      INSERT INTO stepChanges SELECT 3, number, changes FROM stepChanges WHERE run = 2;
      UPDATE run SET result = 'running' WHERE id = 2;
      UPDATE step SET state = 0 WHERE run = 2;
      """
    )
    let discarded = try await project.tane("discard")
    #expect(discarded.output.hasSuffix("Reverted run 2 of local and verified it.\n"))
    #expect(try await value(in: project) == 1)
    let history = try await project.tane("history").output
    #expect(!history.contains("interrupted after"), "\(history)")
    #expect(try await project.tane("undo").output.contains("Reverted run 1 of local"))
  }

  @Test("A discard of a complete seed reverts the interrupted runs that it replaced")
  func discardOfSeveral() async throws {
    let project = try await project(seeds: 3)
    try await changeState(of: project, "UPDATE run SET result = 'failed' WHERE id > 1")
    let discarded = try await project.tane("discard")
    #expect(discarded.output.contains("Reverted run 3 of local and verified it.\n"))
    #expect(discarded.output.hasSuffix("Reverted run 2 of local and verified it.\n"))
    #expect(try await value(in: project) == 1)
  }

  @Test("Damaged state is an error and not a crash")
  func damagedState() async throws {
    let project = try await project(seeds: 1)
    try await changeState(
      of: project,
      """
      DROP TABLE origin; CREATE TABLE origin (machine, host, path, inode);
      INSERT INTO origin VALUES (NULL, NULL, NULL, NULL);
      """
    )
    for verb in ["history", "undo", "seed"] {
      let result = try await project.tane(verb)
      #expect(result.status == 2)
      #expect(
        result.errors.contains(".tane/state.sqlite: this file is damaged"),
        "\(result.errors)"
      )
    }
  }

  @Test("Conflicts exit with 1 in dry runs and plans, and changes without conflicts with 0")
  func exitCodes() async throws {
    let project = try await project(seeds: 1)
    try project.write(
      "guard: confirm\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    try project.write("{ value: 2 }\n", to: Self.fixture)
    #expect(try await project.tane("seed", "-n").status == 0)
    #expect(try await project.tane("plan").status == 0)
    try FileManager.default.removeItem(at: project.root.appending(path: ".tane/state.sqlite"))
    #expect(try await project.tane("seed", "-n").status == 1)
    #expect(try await project.tane("plan").status == 1)
    #expect(try await project.tane("seed", "--yes").status == 1)
  }

  @Test("An undo of many uploads says that it removes them and lists the first")
  func removedObjects() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\nbuckets: { images: \"embedded:images\" }\n"
    ])
    for index in 1...9 { try project.write("x", to: "fixtures/base/buckets/images/\(index).txt") }
    _ = try await project.tane("seed")
    let undone = try await project.tane("undo")
    #expect(
      undone.output.contains("          … and 4 more like these (tane history 1 shows all)\n"),
      "\(undone.output)"
    )
    #expect(
      undone.output.contains(
        "Plan: 0 values to add, 0 to change, 0 to remove, 9 objects to remove\n"
      ),
      "\(undone.output)"
    )
  }
}
