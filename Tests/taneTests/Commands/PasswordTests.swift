import Foundation
import GRDB
import TaneTesting
import Testing

@Suite("Passwords in plans and interrupted runs")
struct PasswordTests {
  private static let accounts = "fixtures/base/accounts.yaml"
  private static let password = "correct horse"

  private func project() throws -> TemporaryProject {
    try TemporaryProject([
      "environments/local.yaml": "guard: open\naccounts: embedded:accounts\n",
      Self.accounts: """
      hanako: { email: hanako@example.com, password: \(Self.password) }
      taro: { email: taro@example.com }

      """,
    ])
  }

  /// Returns the identifiers of the accounts with a password.
  private func accountsWithPassword(in project: TemporaryProject) async throws -> [String] {
    let file = project.root.appending(path: ".tane/embedded/local.sqlite").path
    let store = try DatabaseQueue(path: file)
    defer { try? store.close() }
    return try await store.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT CAST(id AS TEXT) FROM account WHERE CAST(body AS TEXT) LIKE '%"password":{%' ORDER BY 1
          """
      )
    }
  }

  @Test("A saved plan sets passwords in a new environment and contains none")
  func plan() async throws {
    let project = try project()
    #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
    #expect(!(try project.read("plan.json").contains(Self.password)))
    let applied = try await project.tane("apply", "plan.json")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(
      applied.output.hasSuffix(
        "Applied the plan to local and verified it.\n"
      ),
      "\(applied.output)"
    )
    #expect(try await accountsWithPassword(in: project) == ["hanako"])
    #expect(try await project.tane("seed", "-n").output.contains("Nothing to do: 2 values"))
  }

  @Test("Each undo of an undo reports that a password is not restored")
  func redone() async throws {
    let project = try project()
    for _ in 0..<2 {
      #expect(try await project.tane("seed").status == 0)
      #expect(try await project.tane("undo").status == 0)
    }
    for run in ["4", "2"] {
      let redone = try await project.tane("undo", run)
      #expect(redone.status == 1)
      #expect(redone.output.contains("! cannot be reverted  accounts:/hanako\n"))
      #expect(!redone.output.contains("cannot be reverted  accounts:/taro"))
    }
  }

  @Test("The verification of an embedded store includes the written password")
  func verification() async throws {
    let project = try project()
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("undo").status == 0)
    let file = project.root.appending(path: ".tane/embedded/local.sqlite").path
    let store = try DatabaseQueue(path: file)
    try await store.write {
      try $0.execute(
        sql: """
          CREATE TRIGGER other AFTER INSERT ON account BEGIN
            UPDATE account SET body = CAST(replace(CAST(body AS TEXT), 'scrypt:', 'other:') AS BLOB)
            WHERE id = new.id;
          END
          """
      )
    }
    let refused = try await project.tane("seed")
    #expect(refused.status == 4)
    #expect(
      refused.errors.contains(
        "accounts:/hanako: the stored password differs from the one that was written"
      ),
      "\(refused.errors)"
    )
    try await store.write { try $0.execute(sql: "DROP TRIGGER other; DELETE FROM account") }
    try store.close()
    #expect(try await project.tane("seed").status == 0)
    #expect(try await accountsWithPassword(in: project) == ["hanako"])
  }

  /// Makes the seed look as if it had been killed before it sent anything.
  private func interrupt(_ project: TemporaryProject) async throws {
    #expect(try await project.tane("seed").status == 0)
    try FileManager.default.removeItem(at: project.root.appending(path: ".tane/embedded"))
    let file = project.root.appending(path: ".tane/state.sqlite").path
    let state = try DatabaseQueue(path: file)
    try await state.write {
      try $0.execute(
        sql: "UPDATE run SET result = 'failed'; UPDATE step SET state = 0; DELETE FROM recorded"
      )
    }
    try state.close()
  }

  @Test("A resume sets passwords")
  func resume() async throws {
    let project = try project()
    try await interrupt(project)
    let resumed = try await project.tane("resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(
      resumed.output.hasSuffix(
        "Finished run 1 of local and verified it.\n"
      ),
      "\(resumed.output)"
    )
    #expect(try await accountsWithPassword(in: project) == ["hanako"])
    #expect(try await project.tane("seed").output.contains("Nothing to do: 2 values"))
  }

  @Test("A resume is rejected if the password's file or the password has changed")
  func changed() async throws {
    let project = try project()
    try await interrupt(project)
    try project.write(
      "hanako: { email: hanako@example.com, password: another }\n",
      to: Self.accounts
    )
    let changed = try await project.tane("resume")
    #expect(changed.status == 3)
    #expect(
      changed.errors
        == "error: the fixture files that contain accounts:/hanako/password changed after the run "
        + "began; nothing was written. Run tane seed -e local instead\n"
    )
    try project.write("hanako: { email: hanako@example.com }\n", to: Self.accounts)
    let gone = try await project.tane("resume")
    #expect(gone.status == 3)
    #expect(
      gone.errors
        == "error: the fixtures no longer contain accounts:/hanako/password; nothing was written. "
        + "Run tane seed -e local instead\n"
    )
    #expect(!project.exists(".tane/embedded/local.sqlite"))
  }

  @Test("Password hashes are seeded and compared like passwords, and are stored only with accounts")
  func hashes() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\naccounts: embedded:accounts\n",
      Self.accounts: """
      hash: { algorithm: SCRYPT, signerKey: c2VjcmV0, rounds: 1, memoryCost: 1 }
      hanako: { email: hanako@example.com, passwordHash: 9pDJhH6e, salt: TmFDbA== }
      taro: { email: taro@example.com }

      """,
    ])
    #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
    var shown = try project.read("plan.json")
    let applied = try await project.tane("apply", "plan.json")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(applied.output.hasSuffix("Applied the plan to local and verified it.\n"))
    #expect(try await accountsWithPassword(in: project) == ["hanako"])
    let again = try await project.tane("seed", "-n")
    #expect(again.output.contains("Nothing to do: 2 values"), "\(again.output)")
    let commands = [
      ["history"], ["diff"], ["fixtures", "show", "accounts:/"], ["undo"], ["seed"],
      ["demo", "check"], ["validate"],
    ]
    for command in commands {
      let result = try await TaneProcess.run(command, in: project.root)
      #expect(result.output != "", "\(command): \(result.errors)")
      shown += result.output + result.errors
    }
    let state = project.root.appending(path: ".tane/state.sqlite")
    shown += String(decoding: try Data(contentsOf: state), as: UTF8.self)
    for secret in ["9pDJhH6e", "TmFDbA", "c2VjcmV0"] { #expect(!shown.contains(secret)) }
    #expect(try await accountsWithPassword(in: project) == ["hanako"])

    // The parameters may change between a plan and its application, and with them the password.
    #expect(try await project.tane("undo").status == 0)
    #expect(try await project.tane("plan", "-o", "other.json").status == 0)
    let text = try project.read(Self.accounts).replacing("rounds: 1", with: "rounds: 2")
    try project.write(text, to: Self.accounts)
    let changed = try await project.tane("apply", "other.json")
    #expect(changed.status == 3, "\(changed.output)")
    #expect(try await accountsWithPassword(in: project) == [])
  }
}
