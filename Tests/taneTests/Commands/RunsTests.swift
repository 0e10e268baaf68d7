import Foundation
import GRDB
import TaneTesting
import Testing

@Suite("Keeping, finishing and reverting runs")
struct RunsTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"

  private func seeded(guardedBy level: String = "open") async throws -> TemporaryProject {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: \(level)\ndatabases: { shops: \"embedded:shops\" }\n",
      Self.fixture: "{ name: 麺屋, price: 800 }\n",
    ])
    #expect(try await project.tane("seed", "--yes").status == 0)
    return project
  }

  /// Changes the environment like another writer: from a project that does not know this project's
  /// runs.
  private func edit(_ text: String, in project: TemporaryProject) async throws {
    let other = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n", Self.fixture: text,
    ])
    let store = ".tane/embedded/local.sqlite"
    let (mine, theirs) = (project.root.appending(path: store), other.root.appending(path: store))
    try FileManager.default.createDirectory(
      at: theirs.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(at: mine, to: theirs)
    #expect(try await other.tane("seed").status == 0)
    try FileManager.default.removeItem(at: mine)
    try FileManager.default.copyItem(at: theirs, to: mine)
  }

  @Test("A manual edit is kept, a conflict exits with 1, and --on-conflict take resolves it")
  func edits() async throws {
    let project = try await seeded(guardedBy: "confirm")
    try await edit("{ name: 手で, price: 900 }\n", in: project)
    try project.write("{ name: 麺屋, price: 850, new: 1 }\n", to: Self.fixture)
    let kept = try await project.tane("seed", "--yes")
    #expect(kept.status == 1)
    #expect(
      kept.output.contains(
        """
        ! not overwritten: changed in the environment since the last seed, but not in the fixtures
        ~ change  shops:/shops/name
                  - "手で"
                  + "麺屋"  fixtures/base/databases/shops/shops.yaml:1:9

        ! conflict: changed both in the environment and in the fixtures since the last seed
        ~ change  shops:/shops/price
                  - 900
                  + 850  fixtures/base/databases/shops/shops.yaml:1:20

        Plan: 1 value to add, 0 to change, 0 to remove
        """
      ),
      "\(kept.output)"
    )
    #expect(
      kept.output.hasSuffix(
        " 1 manual edit was not overwritten. 1 conflict not overwritten (--on-conflict take "
          + "writes the fixtures' values).\n"
      ),
      "\(kept.output)"
    )
    let again = try await project.tane("seed", "--yes", "--json")
    #expect(again.status == 1)
    #expect(again.output.contains(#""reason": "conflict""#), "\(again.output)")
    #expect(try await project.tane("seed", "--yes", "--on-conflict", "take").status == 0)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("A manually changed object is shown with the sizes and checksums of both sides")
  func editedObject() async throws {
    let (file, state) = ("fixtures/base/buckets/images/a.txt", ".tane/state.sqlite")
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\nbuckets: { images: \"embedded:images\" }\n",
      file: "one",
    ])
    #expect(try await project.tane("seed").status == 0)
    // Without its record, the second seed looks like another writer.
    let record = try project.data(state)
    try project.write("HAND-EDIT", to: file)
    #expect(try await project.tane("seed").status == 0)
    try project.write(record, to: state)
    try project.write("one", to: file)
    let kept = try await project.tane("seed")
    #expect(
      kept.output.contains(
        """
        ! not overwritten: changed in the environment since the last seed, but not in the fixtures
        ~ change  images:/a.txt  content
                  - text/plain, 9 B, crc32c c91a40ea
                  + text/plain, 3 B, crc32c 2a94b2e9  fixtures/base/buckets/images/a.txt

        Nothing to do: 0 values and 0 objects are unchanged. 1 manual edit was not overwritten.
        """
      ),
      "\(kept.output)"
    )
    let plan = try await project.tane("plan", "--format", "markdown")
    #expect(
      plan.output.contains(
        """
        @@ ~ change  images:/a.txt  content @@
        - text/plain, 9 B, crc32c c91a40ea
        + text/plain, 3 B, crc32c 2a94b2e9

        """
      ),
      "\(plan.output)"
    )
  }

  @Test("A manually changed list is kept as a whole", arguments: ["open", "confirm"])
  func editedList(guardedBy level: String) async throws {
    let project = try await seeded(guardedBy: level)
    try project.write("- { id: a }\n- { id: b }\n- { id: c }\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--yes", "--on-conflict", "take").status == 0)
    try await edit("- { id: a }\n- null\n- { id: c }\n- { id: tester }\n", in: project)
    let kept = try await project.tane("seed", "--yes")
    #expect(kept.status == 0)
    #expect(
      kept.output.contains(
        """
        ! not overwritten: changed in the environment since the last seed, but not in the fixtures
        + add     shops:/shops/1
                  + {"id":"b"}  fixtures/base/databases/shops/shops.yaml:2:3
        - remove  shops:/shops/3
                  - {"id":"tester"}

        Nothing to do:
        """
      ),
      "\(kept.output)"
    )
  }

  @Test(
    "Removing a manually edited resource is a conflict that take resolves",
    arguments: ["open", "confirm"]
  )
  func editedRemoval(guardedBy level: String) async throws {
    let project = try await seeded(guardedBy: level)
    try project.write("1\n", to: "fixtures/base/databases/shops/other.yaml")
    #expect(try await project.tane("seed", "--yes").status == 0)
    try await edit("{ name: 手で, price: 800 }\n", in: project)
    try FileManager.default.removeItem(at: project.root.appending(path: Self.fixture))
    for _ in 0..<2 {
      let kept = try await project.tane("seed", "--prune", "--yes")
      #expect(kept.status == 1)
      #expect(
        kept.output.contains(
          """
          ! conflict: changed both in the environment and in the fixtures since the last seed
          - extra   shops:/shops
                    - {"name":"手で","price":800}

          Nothing to do:
          """
        ),
        "\(kept.output)"
      )
    }
    let taken = try await project.tane("seed", "--prune", "--yes", "--on-conflict", "take")
    #expect(taken.status == 0)
    let again = try await project.tane("seed", "--prune", "--yes")
    #expect(again.status == 0)
    #expect(again.output.contains("Nothing to do: 1 value and 0 objects are unchanged."))
  }

  @Test("Values of unknown origin are conflicts in an environment that is not open")
  func unknownOrigin() async throws {
    let project = try await seeded(guardedBy: "confirm")
    try FileManager.default.removeItem(at: project.root.appending(path: ".tane/state.sqlite"))
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    let refused = try await project.tane("seed", "--yes")
    #expect(refused.status == 1)
    #expect(
      refused.output.hasSuffix(
        """
        Nothing to do: 1 value and 0 objects are unchanged. 1 conflict not overwritten \
        (--on-conflict take or --adopt-existing writes the fixtures' values).

        """
      ),
      "\(refused.output)"
    )
    #expect(try await project.tane("seed", "--yes", "--adopt-existing").status == 0)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("The undo command reverts the last seed, appears in the history and can be undone")
  func undo() async throws {
    let project = try await seeded()
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    #expect(try await project.tane("seed").status == 0)
    let undone = try await project.tane("undo")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(undone.output.hasSuffix("Reverted run 2 of local and verified it.\n"))
    #expect(try await project.tane("diff").output.contains("- 800\n"))
    #expect(try await project.tane("undo", "3").status == 0)
    #expect(try await project.tane("diff").status == 0)
    let history = try await project.tane("history")
    let lines = history.output.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(lines.map { $0.prefix(1) } == ["4", "3", "2", "1"])
    #expect(lines[0].contains("undo of run 3") && lines[1].contains("undo of run 2"))
    let run = try await project.tane("history", "2")
    #expect(
      run.output.hasSuffix("~ change  shops:/shops/price\n          - 800\n          + 850\n"),
      "\(run.output)"
    )
    #expect(try await project.tane("history", "9").status == 64)
    let dryRun = try await project.tane("undo", "1", "-n", "--json")
    #expect(dryRun.output.contains("\"action\": \"undo\""), "\(dryRun.output)")
  }

  @Test("A run that an undo finds already reverted is not listed as interrupted")
  func alreadyReverted() async throws {
    let project = try await seeded()
    try project.remove(".tane/embedded/local.sqlite")
    let undone = try await project.tane("undo")
    #expect(
      undone.output.hasSuffix(
        "Nothing to do: everything that can be reverted already has been.\n"
      ),
      "\(undone.output)\(undone.errors)"
    )
    let history = try await project.tane("history")
    let runs = history.output.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(runs.count == 1 && runs[0].hasSuffix("  done, reverted"), "\(history.output)")
  }

  @Test("Undo removes a document, and keeps one below it that was changed since")
  func changedSubdocument() async throws {
    let child = "fixtures/base/firestore/c/d1/s/e1.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "firestore: embedded:main\n",
      "fixtures/base/firestore/c/d1.yaml": "a: 1\n", child: "a: 1\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("a: 2\n", to: child)
    #expect(try await project.tane("seed").status == 0)
    let undo = try await project.tane("undo", "1")
    #expect(undo.status == 1)
    #expect(
      undo.output.hasSuffix(
        """
        - remove  firestore:/c/d1
                  - {"a":1}

        ! changed since that run, not overwritten  firestore:/c/d1/s/e1

        Plan: 0 values to add, 0 to change, 1 to remove, 1 document to remove
        Reverted run 1 of local and verified it.

        """
      ),
      "\(undo.output)"
    )
  }

  @Test("A run is finished with the sets that it had loaded")
  func resumedSets() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": """
      guard: open
      buckets: { images: "embedded:images" }
      fixtures: [base, more]

      """, "fixtures/base/buckets/images/1.txt": "one",
      "fixtures/more/buckets/images/1.txt": "two",
    ])
    #expect(try await project.tane("seed", "--set", "base").status == 0)
    // The state after it was killed before it sent anything.
    try FileManager.default.removeItem(at: project.root.appending(path: ".tane/embedded"))
    let file = project.root.appending(path: ".tane/state.sqlite").path
    let state = try DatabaseQueue(path: file)
    try await state.write {
      try $0.execute(sql: "UPDATE run SET result = 'failed'; UPDATE step SET state = 0")
    }
    try state.close()
    let resumed = try await project.tane("resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try await project.tane("plan", "--set", "base", "--exit-code").status == 0)
    #expect(try await project.tane("plan", "--exit-code").status == 1)
  }

  @Test("The undo command is guarded, and resume fails without an interrupted run")
  func guards() async throws {
    let project = try await seeded()
    try project.write(
      "guard: protected\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    #expect(try await project.tane("undo", "--yes").status == 3)
    #expect(try await project.tane("undo", "-n").status == 0)
    let open = try await seeded()
    let resumed = try await open.tane("resume")
    #expect(resumed.status == 2)
    #expect(resumed.errors == "error: no run of local was interrupted\n")
    let new = try TemporaryProject()
    #expect(try await new.tane("undo").errors == "error: local has no run to undo\n")
    #expect(!new.exists(".tane"))
  }

  @Test("A saved plan is applied unchanged and rejected if anything has changed since")
  func plans() async throws {
    let project = try await seeded()
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    try project.write(
      "guard: protected\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    let planned = try await project.tane("plan", "-o", "plan.json", "--exit-code")
    #expect(planned.status == 1)
    let text = try project.read("plan.json")
    let digest = try #require(planned.output.firstMatch(of: /Digest: (sha256:[0-9a-f]{64})\n/)).1
    #expect(text.contains("\"digest\": \"\(digest)\""))
    #expect(
      text.contains(
        """
          "cost": {
            "shops": {
              "bytes": 8,
              "documentsRead": 0,
              "events": 1,
              "requests": 1
            }
          },
        """
      )
    )
    #expect(try await project.tane("apply", "plan.json").status == 3)
    #expect(try await project.tane("apply", "plan.json", "--approve", "sha256:0").status == 3)

    try project.write("{ name: 麺屋, price: 860 }\n", to: Self.fixture)
    let stale = try await project.tane("apply", "plan.json", "--approve", "\(digest)")
    #expect(stale.status == 3)
    #expect(
      stale.errors == """
        error: the plan's source files changed after the plan was created; nothing was written. \
        Plan again:
          fixtures/base/databases/shops/shops.yaml was changed

        """
    )
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    let applied = try await project.tane("apply", "plan.json", "--approve", "\(digest)")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(applied.output.hasSuffix("Applied the plan to local and verified it.\n"))
    #expect(try await project.tane("diff").status == 0)
    let again = try await project.tane("apply", "plan.json", "--approve", "\(digest)", "--json")
    #expect(again.output.contains("\"applied\": false"), "\(again.output)\(again.errors)")
    #expect(try await project.tane("plan", "--exit-code").status == 0)

    try await edit("{ name: 麺屋, price: 1 }\n", in: project)
    let changed = try await project.tane("apply", "plan.json", "--approve", "\(digest)")
    #expect(changed.status == 3)
    #expect(changed.errors.hasSuffix("Plan again:\n  shops:/shops/price was changed\n"))
    #expect(try await project.tane("diff").output.contains("- 1\n"))

    let nowhere = try await project.tane("plan", "-o", "none/plan.json")
    #expect(nowhere.errors.hasSuffix("error: cannot write none/plan.json: no such folder\n"))
    let folder = try await project.tane("apply", "fixtures")
    #expect(folder.status == 2 && folder.errors.hasPrefix("error: cannot read fixtures: "))
    try project.write(text.replacing("850", with: "0"), to: "plan.json")
    #expect(try await project.tane("apply", "plan.json").status == 2)
    try project.write(text.replacing("\"format\": 2", with: "\"format\": 5"), to: "plan.json")
    let newer = try await project.tane("apply", "plan.json")
    #expect(newer.errors.contains("was written by a newer version of Tane"))
    for format in [1, 3] {
      let replaced = text.replacing("\"format\": 2", with: "\"format\": \(format)")
      try project.write(replaced, to: "plan.json")
      let older = try await project.tane("apply", "plan.json")
      #expect(older.status == 2)
      #expect(
        older.errors
          == "error: plan.json: this plan was written by an older version of Tane (format \(format)); plan again\n"
      )
    }
  }

  @Test("A plan from null to a number and from absent to true can be applied and undone")
  func plannedNull() async throws {
    let (document, accounts) = (
      "fixtures/base/firestore/posts/p1.yaml", "fixtures/base/accounts.yaml"
    )
    let project = try TemporaryProject([
      "environments/local.yaml": "firestore: embedded:f\naccounts: embedded:a\n",
      document: "a: null\n", accounts: "u1: { email: a@example.com }\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    for (value, flag) in [("5", ", disabled: true"), ("null", ", disabled: false")] {
      try project.write("a: \(value)\n", to: document)
      try project.write("u1: { email: a@example.com\(flag) }\n", to: accounts)
      #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
      let applied = try await project.tane("apply", "plan.json")
      #expect(applied.status == 0, "\(applied.errors)")
      #expect(applied.output.hasSuffix("Applied the plan to local and verified it.\n"))
      #expect(try await project.tane("diff").status == 0)
    }
  }

  @Test("A plan of a shifted list contains only its new elements, and is rejected after an edit")
  func plannedList() async throws {
    func list(_ ids: ClosedRange<Int>) -> String {
      "[\(ids.map { "{ id: \($0), size: \($0).0 }" }.joined(separator: ", "))]\n"
    }
    let project = try await seeded()
    try project.write(list(1...1000), to: Self.fixture)
    #expect(try await project.tane("seed", "--on-conflict", "take").status == 0)
    try project.write(list(0...1000), to: Self.fixture)
    #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
    let text = try project.read("plan.json")
    #expect(text.contains("\"format\": 4,"))
    #expect(text.matches(of: /"added"/).count == 1)
    #expect(text.contains(/"kept": \[\n *0,\n *999\n *\]/))

    try await edit(list(1...999), in: project)
    let changed = try await project.tane("apply", "plan.json")
    #expect(changed.status == 3)
    #expect(changed.errors.hasSuffix("Plan again:\n  shops:/shops was changed\n"))
    try await edit(list(1...1000), in: project)
    let applied = try await project.tane("apply", "plan.json")
    #expect(applied.output.hasSuffix("Applied the plan to local and verified it.\n"))
    #expect(try await project.tane("diff").status == 0)
    #expect(try await project.tane("apply", "plan.json", "--json").output.contains("false"))
    #expect(try await project.tane("undo", "--yes").status == 0)
    #expect(try await project.tane("plan", "--exit-code").status == 1)
  }

  @Test("Undoing a shift keeps a list to which a value was added by hand")
  func undoneShift() async throws {
    let project = try await seeded()
    try project.write("[{ id: a, n: 1 }, { id: b, n: 2 }]\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--yes", "--on-conflict", "take").status == 0)
    try project.write("[{ id: z, n: 0 }, { id: a, n: 1 }, { id: b, n: 2 }]\n", to: Self.fixture)
    #expect(try await project.tane("seed").status == 0)
    let edited = "[{ id: z, n: 0 }, { id: a, n: 1, note: mine }, { id: b, n: 2 }]\n"
    try await edit(edited, in: project)
    #expect(try await project.tane("undo", "-n").status == 1)
    let undone = try await project.tane("undo", "--yes")
    #expect(undone.status == 1, "\(undone.output)\(undone.errors)")
    try project.write(edited, to: Self.fixture)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("A plan that moves list elements is refused if the list was edited since")
  func staleShift() async throws {
    let project = try await seeded()
    try project.write("[{ id: a, n: 1 }, { id: b, n: 1 }]\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--yes", "--on-conflict", "take").status == 0)
    try project.write("[{ id: b, n: 1 }, { id: a, n: 1 }]\n", to: Self.fixture)
    #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
    let planned = try project.read(Self.fixture)
    let edited = "[{ id: a, n: 1, note: mine }, { id: b, n: 1 }]\n"
    try await edit(edited, in: project)
    try project.write(planned, to: Self.fixture)
    let applied = try await project.tane("apply", "plan.json", "--yes")
    #expect(applied.status == 3, "\(applied.output)\(applied.errors)")
    #expect(
      applied.errors.contains("local changed after the plan was created; nothing was written"),
      "\(applied.errors)"
    )
    try project.write(edited, to: Self.fixture)
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("Undoing a seed notes that an earlier interrupted seed is not reverted")
  func undoneCompletion() async throws {
    let project = try await seeded()
    try project.write("- { id: a, n: 7 }\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--yes", "--on-conflict", "take").status == 0)
    try await execute(
      "UPDATE run SET result = 'failed' WHERE id = 2",
      in: project.root.appending(path: ".tane/state.sqlite").path
    )
    try project.write("- { id: a, n: 8 }\n", to: Self.fixture)
    #expect(try await project.tane("seed").status == 0)
    let undone = try await project.tane("undo", "--yes")
    #expect(undone.status == 0)
    #expect(
      undone.errors.contains(
        "note: run 2, which was interrupted, is not reverted; to revert it as well, run tane undo "
          + "again\n"
      ),
      "\(undone.errors)"
    )
    let again = try await project.tane("undo", "--yes")
    #expect(!again.errors.contains("is not reverted"), "\(again.errors)")
  }

  private func execute(_ sql: String, in path: String) async throws {
    try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  /// Returns a project with a manually edited list that has no record.
  private func withUnknownList() async throws -> TemporaryProject {
    let project = try await seeded()
    try project.write("- { id: a, n: 1 }\n- { id: b, n: 2 }\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--on-conflict", "take").status == 0)
    try await edit("- { id: a, n: 1 }\n- { id: b, n: 3 }\n", in: project)
    try FileManager.default.removeItem(at: project.root.appending(path: ".tane/state.sqlite"))
    return project
  }

  @Test(
    "Every way to write a list of unknown origin records all its values, so later edits are kept",
    arguments: ["seed", "apply", "resume", "resume of a sent step"]
  )
  func writtenUnknown(by way: String) async throws {
    let project = try await withUnknownList()
    let state = project.root.appending(path: ".tane/state.sqlite").path
    switch way {
    case "apply":
      #expect(try await project.tane("plan", "-o", "plan.json").status == 0)
      #expect(try await project.tane("apply", "plan.json").status == 0)
    case "seed":
      #expect(try await project.tane("seed").status == 0)
    default:
      #expect(try await project.tane("seed").status == 0)
      let step = way == "resume" ? 0 : 1
      try await DatabaseQueue(path: state).write { database in
        try database.execute(
          sql: """
            UPDATE run SET result = 'failed'; UPDATE step SET state = \(step); DELETE FROM recorded
            """
        )
      }
      if step == 0 { try await edit("- { id: a, n: 1 }\n- { id: b, n: 3 }\n", in: project) }
      #expect(try await project.tane("resume").status == 0)
    }
    try await edit("edited: true\n", in: project)
    let seed = try await project.tane("seed")
    #expect(seed.status == 0, "\(seed.output)\(seed.errors)")
    #expect(
      seed.output.contains("! not overwritten: changed in the environment since the last seed")
    )
    #expect(try await project.tane("diff").status == 1)
  }

  @Test("Undoing a run that wrote a list of unknown origin leaves no record of the list")
  func undoneUnknown() async throws {
    let project = try await withUnknownList()
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("undo").status == 0)
    let seed = try await project.tane("seed")
    #expect(seed.status == 0, "\(seed.output)\(seed.errors)")
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("A manual edit that an interrupted undo has restored is still recognized as an edit")
  func resumedUndo() async throws {
    let project = try await seeded()
    try await edit("{ name: 麺屋, price: 900 }\n", in: project)
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    #expect(try await project.tane("seed", "--on-conflict", "take").status == 0)
    #expect(try await project.tane("undo").status == 0)
    let state = project.root.appending(path: ".tane/state.sqlite").path
    try await DatabaseQueue(path: state).write { database in
      try database.execute(sql: "UPDATE run SET result = 'failed' WHERE id = 3")
    }
    #expect(try await project.tane("resume").status == 0)
    let seed = try await project.tane("seed")
    #expect(seed.status == 1, "\(seed.output)\(seed.errors)")
    #expect(seed.output.contains("! conflict"), "\(seed.output)")
  }

  @Test("A manual removal is still recognized after a resumed undo has recreated its map")
  func resumedMap() async throws {
    let project = try await seeded()
    try project.write("{ b: { a: 1, s: 2 }, z: 1 }\n", to: Self.fixture)
    #expect(try await project.tane("seed").status == 0)
    for map in ["x", "{ h: 1 }"] { try await edit("{ b: \(map), z: 1 }\n", in: project) }
    #expect(try await project.tane("seed", "--prune").status == 0)
    #expect(try await project.tane("undo").status == 0)
    let state = project.root.appending(path: ".tane/state.sqlite").path
    try await DatabaseQueue(path: state).write { database in
      try database.execute(
        sql: "UPDATE run SET result = 'failed' WHERE id = (SELECT max(id) FROM run)"
      )
    }
    #expect(try await project.tane("resume").status == 0)
    let seed = try await project.tane("seed")
    #expect(
      seed.output.contains("2 manual edits were not overwritten"),
      "\(seed.output)\(seed.errors)"
    )
  }

  @Test("A resumed undo restores the bytes that only a resume had replaced")
  func resumedBytes() async throws {
    let object = "fixtures/base/buckets/images/a.txt"
    let project = try TemporaryProject([
      "environments/local.yaml": "buckets: { images: \"embedded:images\" }\n", object: "one",
    ])
    let folder = project.root.appending(path: ".tane")
    let state = folder.appending(path: "state.sqlite").path
    let store = folder.appending(path: "embedded/local.sqlite").path
    func keep(_ name: String) async throws {
      for table in ["object", "content"] {
        try await execute("CREATE TABLE \(name)_\(table) AS SELECT * FROM \(table)", in: store)
      }
    }
    /// Makes a run look as if it had been killed before it wrote the object.
    func interrupt(_ run: Int, before name: String) async throws {
      try await execute(
        """
        UPDATE run SET result = 'failed' WHERE id = \(run);
        UPDATE step SET bytes = NULL, state = 0 WHERE run = \(run);
        """,
        in: state
      )
      try await execute(
        """
        DELETE FROM content; DELETE FROM object;
        INSERT INTO object SELECT * FROM \(name)_object;
        INSERT INTO content SELECT * FROM \(name)_content;
        """,
        in: store
      )
    }
    #expect(try await project.tane("seed").status == 0)
    try await keep("first")
    try project.write("two", to: object)
    #expect(try await project.tane("seed").status == 0)
    try await interrupt(2, before: "first")
    #expect(try await project.tane("resume").status == 0)
    try await keep("second")
    #expect(try await project.tane("undo").status == 0)
    try await interrupt(4, before: "second")
    let resume = try await project.tane("resume")
    #expect(resume.status == 0, "\(resume.output)\(resume.errors)")
    let bytes = try await DatabaseQueue(path: store).read {
      try Data.fetchAll($0, sql: "SELECT bytes FROM content")
    }
    #expect(bytes == [Data("one".utf8)])
  }

  @Test("Claims that an undo has emptied cause no conflict for the next seed")
  func emptiedClaims() async throws {
    let accounts = "fixtures/base/accounts.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "accounts: embedded:accounts\n",
      accounts: "u: { claims: { a: 1 } }\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write("u: { claims: { b: 1 } }\n", to: accounts)
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("seed", "--prune").status == 0)
    #expect(try await project.tane("undo", "2").status == 0)
    let seed = try await project.tane("seed")
    #expect(seed.status == 0, "\(seed.output)\(seed.errors)")
    #expect(try await project.tane("diff").status == 0)
  }

  @Test(
    "A manually disabled account stays disabled, even after its creation was redone",
    arguments: [[], ["undo", "undo 2"]]
  )
  func disabledAccount(replays: [String]) async throws {
    let accounts = "fixtures/base/accounts.yaml"
    let project = try TemporaryProject([
      "environments/local.yaml": "accounts: embedded:accounts\n",
      accounts: "u: { displayName: a }\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    for replay in replays {
      let arguments = replay.split(separator: " ").map(String.init)
      #expect(try await TaneProcess.run(arguments, in: project.root).status == 0)
    }
    let store = project.root.appending(path: ".tane/embedded/local.sqlite").path
    try await DatabaseQueue(path: store).write { database in
      try database.execute(
        sql: """
          UPDATE account SET body = CAST(json_set(CAST(body AS TEXT), '$.isDisabled', json('true')) AS BLOB)
          """
      )
    }
    try project.write("u: { displayName: b, disabled: false }\n", to: accounts)
    let seed = try await project.tane("seed")
    #expect(seed.status == 0, "\(seed.output)\(seed.errors)")
    #expect(seed.output.contains("1 manual edit was not overwritten"), "\(seed.output)")
    let diff = try await project.tane("diff")
    #expect(diff.output.contains("accounts:/u/disabled"), "\(diff.output)")
  }

  @Test("A map that was removed manually stays removed after an undo restored a value in it")
  func removedMap() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "accounts: embedded:accounts\n",
      "fixtures/base/accounts.yaml": "u: { claims: { a: 1 } }\n",
    ])
    let store = project.root.appending(path: ".tane/embedded/local.sqlite").path
    func set(claims: String) async throws {
      try await DatabaseQueue(path: store).write { database in
        try database.execute(
          sql: """
            UPDATE account SET body =
              CAST(json_set(CAST(body AS TEXT), '$.customAttributes', ?) AS BLOB)
            """,
          arguments: [claims]
        )
      }
    }
    #expect(try await project.tane("seed").status == 0)
    try await set(claims: #"{"a":1,"h":"x"}"#)
    #expect(try await project.tane("seed", "--prune").status == 0)
    try await set(claims: "{}")
    #expect(try await project.tane("undo").status == 0)
    let seed = try await project.tane("seed")
    #expect(seed.status == 0, "\(seed.output)\(seed.errors)")
    #expect(seed.output.contains("1 manual edit was not overwritten"), "\(seed.output)")
  }

  @Test("A plan detects changes of included files and records the variables used")
  func includedFiles() async throws {
    let project = try await seeded()
    try project.write(
      "name: !include /shared/name.yaml\nprice: !env { name: TANE_PRICE, default: 860 }\n",
      to: Self.fixture
    )
    try project.write("麺屋\n", to: "shared/name.yaml")
    let planned = try await project.tane("plan", "-o", "plan.json")
    #expect(planned.status == 0)
    #expect(try project.read("plan.json").contains("\"variables\": [\n    \"TANE_PRICE\"\n  ]"))
    let digest = try #require(planned.output.firstMatch(of: /Digest: (sha256:[0-9a-f]{64})\n/)).1
    try project.write("そば屋\n", to: "shared/name.yaml")
    let stale = try await project.tane("apply", "plan.json", "--approve", "\(digest)")
    #expect(stale.status == 3)
    #expect(stale.errors.hasSuffix("Plan again:\n  shared/name.yaml was changed\n"))
  }

  @Test("Plans as comments and pages show withheld changes and the digest")
  func formats() async throws {
    let project = try await seeded(guardedBy: "confirm")
    try await edit("{ name: \"<b>手で\", price: 900 }\n", in: project)
    try project.write("{ name: 麺屋, price: 850, new: 1 }\n", to: Self.fixture)
    let comment = try await project.tane("plan", "--format", "github", "-o", "plan.json")
    let digest = try #require(comment.output.firstMatch(of: /sha256:[0-9a-f]{64}/)).0
    #expect(
      comment.output == """
        ### tane plan `local`

        **1 value to add, 0 to change, 0 to remove**

        - 1 manual edit was not overwritten. 1 conflict not overwritten (--on-conflict take \
        writes the fixtures' values).
        - digest for tane apply --approve: \(digest)

        <details>
        <summary>shops: 1 difference</summary>

        ```diff
        @@ + add  shops:/shops/new @@
        + 1
        ```

        </details>

        <details>
        <summary>not overwritten: changed in the environment since the last seed, but not in the fixtures: 1 value</summary>

        ```diff
        @@ ~ change  shops:/shops/name @@
        - "<b>手で"
        + "麺屋"
        ```

        </details>

        <details>
        <summary>conflict: changed both in the environment and in the fixtures since the last seed: 1 value</summary>

        ```diff
        @@ ~ change  shops:/shops/price @@
        - 900
        + 850
        ```

        </details>

        """
    )
    let page = try await project.tane("plan", "--format", "html")
    #expect(page.output.contains("<h1>tane plan <code>local</code></h1>"))
    #expect(
      page.output.contains("<pre class=\"old\"><span>-</span> \"&lt;b&gt;手で\"</pre>")
    )
    #expect(!page.output.contains("<b>手で"))
    let both = try await project.tane("plan", "--format", "html", "--json")
    #expect(both.status == 64)
    #expect(
      both.output.contains("--format html and --json cannot be combined; use one of them")
    )
  }

  @Test("Damaged state is an error that explains the consequences")
  func damage() async throws {
    let project = try await seeded()
    try project.write(String(repeating: "x", count: 10_000), to: ".tane/state.sqlite")
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    let refused = try await project.tane("seed")
    #expect(refused.status == 2)
    #expect(
      refused.errors.hasSuffix(
        """
        .tane/state.sqlite: this file is damaged; move it elsewhere, together with the -wal and \
        -shm files next to it. It records what Tane last wrote. Without it, tane plan \
        --refresh-only records values that are the same in the environment and the fixtures; other \
        differences then have an unknown origin, and earlier runs cannot be reverted

        """
      ),
      "\(refused.errors)"
    )
    #expect(try await project.tane("diff").output.contains("- 800\n"))
  }
}
