import Foundation
import TestSupport
import Testing

@Suite("One command at a time in an environment")
struct LockTests {
  @Test(
    "A seed and an emulator wait for a running seed",
    arguments: [
      ["seed", "--timeout", "10m"],
      ["emulate", "--timeout", "10m", "--export-on-exit", "out", "--exec", "true"]
        + EmulateTests.anyPorts,
    ]
  )
  func seeding(waiting: [String]) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    try project.write(try project.read(fixture).replacing("麺屋", with: "new"), to: fixture)
    let other = try await HeldStore(of: project)
    let first = try await BackgroundTane(["seed"], in: project)
    #expect(await first.errors.next() == "writing shops atomically: 1 write")
    // While it is stopped, it cannot time out waiting for the other writer, however busy this
    // machine is.
    first.send(SIGSTOP)
    let use = "local is in use by tane seed (process N, since N:N)"

    let plan = try await project.tane("seed", "--dry-run")
    #expect(plan.status == 0)
    #expect(
      plan.errors.withoutNumbers == "note: \(use), so the environment may change during planning\n"
    )
    let second = try await BackgroundTane(waiting, in: project)
    #expect(await second.errors.next()?.withoutNumbers == "\(use); waiting for it to end")
    try await other.release()
    first.send(SIGCONT)
    let end = await first.end()
    let said = await first.errors.next() ?? ""
    #expect(end == 0, "\(said)")
    #expect(await second.end() == 0)
    if waiting.first == "emulate" {
      #expect(try project.read("out/database_export/shops.json").contains("new"))
    }
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("The waiting message names the command that is writing", arguments: ["undo", "apply"])
  func commands(name: String) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    let fixture = "fixtures/base/databases/shops/shops.yaml"
    try project.write(try project.read(fixture).replacing("麺屋", with: "new"), to: fixture)
    if name == "apply" {
      #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
    } else {
      #expect(try await project.tane("seed").status == 0)
    }
    let other = try await HeldStore(of: project)
    let first = try await BackgroundTane(
      [name] + (name == "apply" ? ["plan.json"] : []),
      in: project
    )
    #expect(await first.errors.next() == "writing shops atomically: 1 write")
    first.send(SIGSTOP)
    let plan = try await project.tane("seed", "--dry-run")
    #expect(
      plan.errors.withoutNumbers
        == "note: local is in use by tane \(name) (process N, since N:N), so the environment may "
        + "change during planning\n"
    )
    try await other.release()
    first.send(SIGCONT)
    #expect(await first.end() == 0)
  }

  @Test("A second emulator of an environment is rejected, embedded or not")
  func emulators() async throws {
    let project = try TemporaryProject()
    try project.write(
      "project: demo\ndatabases:\n  shops: https://demo-shops.firebaseio.com\n",
      to: "environments/staging.yaml"
    )
    let pipe = project.root.appending(path: "wait").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for name in ["local", "staging"] {
      let emulator = try await BackgroundTane(
        ["emulate", "-e", name, "--exec", "echo served >&2; cat < wait"]
          + EmulateTests.anyPorts,
        in: project
      )
      #expect(await emulator.errors.next() == "served")
      let second = try await project.tane("emulate", "-e", name, "--exec", "true")
      #expect(second.status == 2)
      #expect(
        second.errors.withoutNumbers == """
          error: \(name) is in use by tane emulate (process N, since N:N): stop the emulator \
          first, or serve separate stores with --in-memory; nothing is served

          """
      )
      try #require(FileHandle(forWritingAtPath: pipe)).close()
      #expect(await emulator.end() == 0)
    }
  }

  @Test("An emulator that is stopped while waiting does not start")
  func ended() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write("- id: 7\n", to: "fixtures/base/databases/shops/shops.yaml")
    let other = try await HeldStore(of: project)
    let seed = try await BackgroundTane(["seed"], in: project)
    #expect(await seed.errors.next() == "writing shops atomically: 3 writes")
    let emulator = try await BackgroundTane(["emulate"] + EmulateTests.anyPorts, in: project)
    #expect(await emulator.errors.next()?.hasSuffix("; waiting for it to end") == true)
    emulator.send(SIGTERM)
    #expect(await emulator.errors.next()?.hasPrefix("stopping; ") == true)
    #expect(await emulator.errors.next() == "error: interrupted")
    #expect(await emulator.end() == 143)
    try await other.release()
    #expect(await seed.end() == 0)
  }

  @Test("An unreadable lock does not count as free")
  func unreadable() async throws {
    let project = try TemporaryProject()
    try project.write("", to: ".tane/embedded/local.lock/x")
    let path = project.root.appending(path: ".tane/embedded/local.lock").path
    for arguments in [["seed"], ["emulate", "--exec", "true"]] {
      let result = try await TaneProcess.run(arguments, in: project.root)
      #expect(result.status == 2)
      #expect(
        result.errors == """
          error: \(path): the lock cannot be acquired (it is a folder); check the file, its \
          folder and their permissions

          """
      )
    }
    #expect(!project.exists(".tane/embedded/local.sqlite"))
  }

  @Test("A file in place of the state folder is named in the message about the lock")
  func fileAsStateFolder() async throws {
    let project = try TemporaryProject()
    try project.write("x", to: ".tane")
    let state = project.root.appending(path: ".tane").path
    let result = try await project.tane("seed")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        error: \(state)/embedded/local.sqlite: the lock cannot be acquired (\(state) cannot be \
        used: a file or folder already exists at its path); check the file, its folder and their \
        permissions

        """
    )
  }
}

extension String {
  /// The text with N in place of each number.
  var withoutNumbers: String { replacing(/[0-9]+/, with: "N") }
}
