import Foundation
import Testing

/// Tests every question with correct and incorrect answers on a terminal.
@Suite("Questions on a terminal")
struct TerminalTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"
  private static let confirmation = "Write these changes to demo? [y/N]"
  private static let name = "Type the environment's name to confirm:"
  private static let conflict = "Overwrite conflicting values with the fixtures' values? [y/N]"

  private func project(guardedBy level: String) throws -> TemporaryProject {
    try TemporaryProject([
      "environments/demo.yaml": "guard: \(level)\ndatabases: { shops: \"embedded:shops\" }\n",
      "environments/other.yaml": "databases: { shops: \"embedded:shops\" }\n",
      Self.fixture: "{ name: 麺屋, price: 800 }\n",
    ])
  }

  private func isSeeded(_ project: TemporaryProject) async throws -> Bool {
    try await project.tane("diff", "-e", "demo").status == 0
  }

  /// Types a line in response to a question, or ends the input if the line is nil.
  private func answer(_ question: String, _ line: String?, in tane: TerminalTane) async throws {
    try await tane.wait(for: question)
    if let line { try tane.type(line) } else { try tane.press(.controlD) }
  }

  @Test("Yes in any spelling confirms writing", arguments: ["y", "YES", "  yes "])
  func yes(line: String) async throws {
    let project = try project(guardedBy: "confirm")
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await answer(Self.confirmation, line, in: tane)
    #expect(await tane.end() == 0, "\(tane.screen)")
    #expect(try await isSeeded(project))
  }

  @Test("Any other answer writes nothing", arguments: ["", "n", "yes please", "demo", nil])
  func no(line: String?) async throws {
    let project = try project(guardedBy: "confirm")
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await answer(Self.confirmation, line, in: tane)
    #expect(await tane.end() == 3, "\(tane.screen)")
    #expect(tane.screen.hasSuffix("error: declined; nothing was written to demo\n"))
    #expect(try await !isSeeded(project))
  }

  @Test(
    "The typed name of a protected environment confirms writing",
    arguments: ["demo", " demo "]
  )
  func typedName(line: String) async throws {
    let project = try project(guardedBy: "protected")
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await answer(Self.name, line, in: tane)
    #expect(await tane.end() == 0, "\(tane.screen)")
    #expect(try await isSeeded(project))
  }

  @Test(
    "Another name or yes does not confirm writing to a protected environment",
    arguments: ["", "y", "yes", "Demo", "dem", "demo demo", "other", nil]
  )
  func otherName(line: String?) async throws {
    let project = try project(guardedBy: "protected")
    let tane = try await TerminalTane("seed", "-e", "demo", "--yes", in: project)
    try await answer(Self.name, line, in: tane)
    #expect(await tane.end() == 3, "\(tane.screen)")
    #expect(tane.screen.hasSuffix("error: declined; nothing was written to demo\n"))
    #expect(try await !isSeeded(project))
  }

  @Test(
    "Input typed before a question is shown does not answer it",
    arguments: [("confirm", "y\n"), ("protected", "demo\n")]
  )
  func typedAhead(level: String, answers: String) async throws {
    let project = try project(guardedBy: level)
    let tane = try await TerminalTane(["seed", "-e", "demo"], in: project, typedAhead: answers)
    try await answer(level == "confirm" ? Self.confirmation : Self.name, "no", in: tane)
    #expect(await tane.end() == 3, "\(tane.screen)")
    #expect(try await !isSeeded(project))
  }

  @Test("Ctrl-C in place of an answer writes nothing", arguments: ["confirm", "protected"])
  func interrupted(level: String) async throws {
    let project = try project(guardedBy: level)
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await tane.wait(for: level == "confirm" ? Self.confirmation : Self.name)
    try tane.press(.controlC)
    #expect(await tane.end() == 130, "\(tane.screen)")
    #expect(tane.screen.hasSuffix("\nerror: interrupted; nothing was written\n"), "\(tane.screen)")
    #expect(try await !isSeeded(project))
  }

  @Test(
    "The undo command asks for confirmation like seed",
    arguments: [("y", 0), ("", 3)] as [(String, Int32)]
  )
  func undo(line: String, status: Int32) async throws {
    let project = try project(guardedBy: "confirm")
    #expect(try await project.tane("seed", "-e", "demo", "--yes").status == 0)
    let tane = try await TerminalTane("undo", "-e", "demo", in: project)
    try await answer(Self.confirmation, line, in: tane)
    #expect(await tane.end() == status, "\(tane.screen)")
    #expect(try await isSeeded(project) == (status == 3))
  }

  /// Returns a project whose environment and fixture were both changed since the last seed; the
  /// environment was changed by another project, whose runs this project does not know.
  private func conflicting() async throws -> TemporaryProject {
    let project = try project(guardedBy: "confirm")
    #expect(try await project.tane("seed", "-e", "demo", "--yes").status == 0)
    let other = try self.project(guardedBy: "open")
    let store = ".tane/embedded/demo.sqlite"
    try other.write(try project.data(store), to: store)
    try other.write("{ name: 麺屋, price: 900 }\n", to: Self.fixture)
    #expect(try await other.tane("seed", "-e", "demo").status == 0)
    try project.write(try other.data(store), to: store)
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    return project
  }

  @Test(
    "Yes to the question about conflicts writes the fixtures' values after confirmation"
  )
  func conflictTaken() async throws {
    let project = try await conflicting()
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await answer(Self.conflict, "y", in: tane)
    try await answer(Self.confirmation, "y", in: tane)
    #expect(await tane.end() == 0, "\(tane.screen)")
    #expect(try await isSeeded(project))
  }

  @Test(
    "Any other answer about conflicts keeps the environment's values and exits with 1",
    arguments: ["", "x", nil]
  )
  func conflictKept(line: String?) async throws {
    let project = try await conflicting()
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await answer(Self.conflict, line, in: tane)
    #expect(await tane.end() == 1, "\(tane.screen)")
    #expect(tane.screen.contains("1 conflict not overwritten"), "\(tane.screen)")
    #expect(try await project.tane("diff", "-e", "demo").output.contains("- 900\n"))
  }

  @Test("Questions in Japanese accept the same answers")
  func japanese() async throws {
    let variables = ["LANG": "ja_JP.UTF-8"]
    let project = try await conflicting()
    let declined = try await TerminalTane(
      ["seed", "-e", "demo"],
      in: project,
      variables: variables
    )
    try await answer("衝突したものをフィクスチャのとおりにしますか？ [y/N]", "y", in: declined)
    try await answer("demo に書き込みますか？ [y/N]", "n", in: declined)
    #expect(await declined.end() == 3, "\(declined.screen)")
    #expect(declined.screen.hasSuffix("エラー: 取りやめました。demo には何も書き込んでいません\n"), "\(declined.screen)")
    let kept = try await TerminalTane(
      ["seed", "-e", "demo", "--on-conflict", "ask"],
      in: project,
      variables: variables
    )
    try await answer("衝突したものをフィクスチャのとおりにしますか？ [y/N]", "", in: kept)
    #expect(await kept.end() == 1, "\(kept.screen)")
    let text = try project.read("environments/demo.yaml")
    try project.write(text.replacing("confirm", with: "protected"), to: "environments/demo.yaml")
    let named = try await TerminalTane(
      ["seed", "-e", "demo", "--on-conflict", "take"],
      in: project,
      variables: variables
    )
    try await answer("確認のため、環境の名前を入力してください:", "demo", in: named)
    #expect(await named.end() == 0, "\(named.screen)")
    #expect(named.screen.contains("\n投入しました: demo（"), "\(named.screen)")
    #expect(try await isSeeded(project))
  }

  @Test("Ctrl-C at the question about conflicts writes nothing")
  func conflictInterrupted() async throws {
    let project = try await conflicting()
    let tane = try await TerminalTane("seed", "-e", "demo", in: project)
    try await tane.wait(for: Self.conflict)
    try tane.press(.controlC)
    #expect(await tane.end() == 130, "\(tane.screen)")
    #expect(try await project.tane("diff", "-e", "demo").output.contains("- 900\n"))
  }

  @Test("Each of several environments is confirmed, and declining one writes none")
  func several() async throws {
    let project = try project(guardedBy: "confirm")
    try project.write(
      "guard: protected\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/other.yaml"
    )
    for (line, status) in [("demo", Int32(3)), ("other", 0)] {
      let tane = try await TerminalTane("seed", "-e", "demo", "-e", "other", in: project)
      try await answer(Self.confirmation, "y", in: tane)
      try await answer(Self.name, line, in: tane)
      #expect(await tane.end() == status, "\(tane.screen)")
      if status == 3 {
        let end =
          "error: other: declined; nothing was written to other. The other environments: not written: demo\n"
        #expect(tane.screen.hasSuffix(end), "\(tane.screen)")
      }
      #expect(try await isSeeded(project) == (status == 0))
    }
    #expect(try await project.tane("diff", "-e", "other").status == 0)
  }
}
