import Synchronization
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Finishing and reverting runs")
struct ReplayTests {
  private static let old = [
    "databases/shops/shops.yaml": "{a: 1, list: [1, 2], gone: true}",
    "firestore/posts/p1.yaml": "{ title: a, at: !timestamp 2026-01-01T00:00:00Z }",
    "accounts.yaml": "u1: { email: a@example.com, displayName: A }",
    "buckets/images/1.txt": "one",
  ]
  private static let new = [
    "databases/shops/shops.yaml": "{a: 2, list: [1, 3, 4], b: {c: 1}}",
    "firestore/posts/p1.yaml": "{ title: b, at: !timestamp 2026-02-01T00:00:00Z }",
    "firestore/posts/p2.yaml": "{ title: c }",
    "accounts.yaml": "u1: { email: a@example.com, displayName: B }\nu2: { email: b@example.com }",
    "buckets/images/1.txt": "uno", "buckets/images/2.txt": "due",
  ]

  private func project() async throws -> SeedingProject {
    let project = try SeedingProject(Self.old)
    try await project.seed(prunes: true)
    for (path, text) in Self.new { try project.write(text, to: "fixtures/base/\(path)") }
    return project
  }

  @Test("Undo restores the previous values, and undoing the undo applies them again")
  func undo() async throws {
    let project = try await project()
    let before = try await project.contents()
    try await project.seed(prunes: true)
    let after = try await project.contents()
    #expect(before != after)
    let undone = try await project.replay(2, .backward)
    #expect((undone.left, undone.irreversible) == ([], []))
    #expect(try await project.contents() == before)
    _ = try await project.replay(3, .backward)
    #expect(try await project.contents() == after)
    #expect(try await project.difference().isEmpty)
  }

  @Test("Undo removes the records of values that Tane never wrote")
  func records() async throws {
    let project = try SeedingProject([
      "databases/shops/shops.yaml": "{keep: 1, k: {a: 1}, list: [1]}",
      "firestore/posts/p1.yaml": "{ v: 1 }", "remote-config.yaml": "parameters:\n  p1: \"1\"\n",
    ])
    let hand = Tree(["keep": 1, "k": ["a": 2], "list": [2]])
    try await project.shops.set(hand, at: "/shops")
    try await project.set(["v": .integer(2)], at: "posts/p1")
    try await project.setParameter("2")
    try await project.seedCarefully(.init())
    _ = try await project.replay(1, .backward)
    #expect(try await project.shops.tree(at: "/shops") == hand.storedForm())
    let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
    let recorded = try ["shops:/shops", "firestore:/posts/p1", "remoteConfig:/"].map {
      try ledger.recorded(at: try #require(Address(parsing: $0))).last?.content
    }
    #expect(recorded == [Tree(["keep": 1]), nil, nil])
    // Values without a record that are missing cause no conflict.
    try await project.shops.set(Tree(["keep": 1]), at: "/shops")
    _ = try await project.documents.commit([
      DocumentWrite(path: DocumentPath(parsing: "posts/p1"), operation: .delete)
    ])
    try await project.setParameter(nil)
    #expect(try await project.seedCarefully().withheld.isEmpty)
  }

  @Test(
    "Resuming an interrupted undo restores the original bytes",
    arguments: [[], [RunRecord.Action.resume]]
  )
  func interruptedUndo(actions: [RunRecord.Action]) async throws {
    let project = try await project()
    let before = try await project.contents()
    try await project.seed(prunes: true)
    var run: Int64 = 2
    for action in [.undo] + actions {
      let (_, outcome) = try await project.planned(run, action == .undo ? .backward : .forward)
      run = try project.journal(of: outcome.plan, for: action, of: run).run
    }
    _ = try await project.replay(run, .forward)
    #expect(try await project.contents() == before)
  }

  @Test("Undo lists and skips values that changed since")
  func changedSince() async throws {
    let project = try await project()
    try await project.seed(prunes: true)
    try await project.shops.set(Tree("hand"), at: "/shops/a")
    _ = try await project.images.put([9], at: "2.txt", metadata: .init(), if: .none)
    try await project.set(["title": .string("hand")], at: "posts/p1")
    let outcome = try await project.replay(2, .backward)
    #expect(
      Set(outcome.left.map { "\($0)" }) == [
        "shops:/shops/a", "images:/2.txt", "firestore:/posts/p1/title", "firestore:/posts/p1/at",
      ]
    )
    #expect(try await project.shops.tree(at: "/shops/a") == Tree("hand"))
    #expect(try await project.shops.tree(at: "/shops/list") == Tree([1, 2]).storedForm())
    #expect(try await project.images.data(at: "2.txt", maximumSize: 9) == [9])
    #expect(try await project.images.data(at: "1.txt", maximumSize: 9) == Array("one".utf8))
  }

  @Test("Undo reverts the other elements of a list in which one was edited")
  func editedElement() async throws {
    let ids = ["a", "b", "c"]
    func list(_ values: [Int]) -> Tree {
      Tree(.list(zip(ids, values).map { ["id": .string($0), "n": .integer(Int64($1))] }))
    }
    func file(_ value: Int) -> String {
      "list: [" + ids.map { "{ id: \($0), n: \(value) }" }.joined(separator: ", ") + "]"
    }
    let path = "databases/shops/shops.yaml"
    let project = try SeedingProject([path: file(1)])
    try await project.seed()
    try project.write(file(5), to: "fixtures/base/\(path)")
    try await project.seed()
    try await project.shops.set(Tree(99), at: "/shops/list/1/n")
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.map { "\($0)" } == ["shops:/shops/list/1/n"])
    #expect(try await project.shops.tree(at: "/shops/list") == list([1, 99, 1]).storedForm())
    // If elements were added, removed or moved, the list counts as one value.
    try await project.shops.set(Tree(["id": "d"]), at: "/shops/list/3")
    try await project.shops.set(Tree(7), at: "/shops/list/0/n")
    let redone = try await project.replay(3, .backward)
    #expect(redone.left.map { "\($0)" } == ["shops:/shops/list/0/n", "shops:/shops/list/2/n"])
    #expect(redone.plan.isEmpty)
  }

  @Test("Undo leaves a list alone if an element was inserted before the changed one")
  func insertedElement() async throws {
    let path = "databases/shops/shops.yaml"
    let project = try SeedingProject([path: "list: [{ id: a, n: 2 }]"])
    try await project.seed()
    try project.write("list: [{ id: a, n: 1 }]", to: "fixtures/base/\(path)")
    try await project.seed()
    // The inserted element has the value that the run wrote to the other one.
    let list = Tree([["id": "x", "n": 1], ["id": "a", "n": 1]])
    try await project.shops.set(list, at: "/shops/list")
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.map { "\($0)" } == ["shops:/shops/list/0/n"])
    #expect(try await project.shops.tree(at: "/shops/list") == list.storedForm())
  }

  @Test("A redo keeps a null that has since replaced the map that it wrote to")
  func nullInDocument() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "a: { x: 1 }"])
    try await project.seed()
    try project.write("a: { x: 1, y: 2 }", to: "fixtures/base/firestore/posts/p1.yaml")
    try await project.seed()
    _ = try await project.replay(2, .backward)
    try await project.set(["a": .null], at: "posts/p1")
    let outcome = try await project.replay(3, .backward)
    #expect(outcome.left.map { "\($0)" } == ["firestore:/posts/p1/a/y"])
    #expect(outcome.plan.isEmpty)
  }

  @Test("Undoing the only run that wrote to a resource leaves no record of the resource")
  func onlyRun() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "b: 2"])
    try await project.set(["a": .integer(1)], at: "posts/p1")
    try await project.seed()
    _ = try await project.replay(1, .backward)
    let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
    #expect(try ledger.orphans(besides: [], of: "firestore", loading: ["base"]).isEmpty)
  }

  @Test("Undo reports that a password change is irreversible")
  func passwords() async throws {
    let project = try SeedingProject(["accounts.yaml": "u1: { email: a@example.com }"])
    try await project.seed()
    try project.write(
      "u1: { email: a@example.com, password: secret-one }",
      to: "fixtures/base/accounts.yaml"
    )
    try await project.seed()
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.irreversible.map { "\($0)" } == ["accounts:/u1/password"])
    #expect(outcome.plan.isEmpty)
    // Nothing of the run remains to be reverted.
    #expect(try project.state().runs(of: "local").first?.result == .discarded)
  }

  @Test("Undo restores a removed account without its password, and reports it")
  func removedAccount() async throws {
    let project = try SeedingProject([
      "accounts.yaml":
        "u1: { email: a@example.com, password: secret-one }\nu2: { email: b@example.com }"
    ])
    try await project.seedCarefully()
    try project.write("u2: { email: b@example.com }", to: "fixtures/base/accounts.yaml")
    try await project.seedCarefully(prunes: true)
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.irreversible.map { "\($0)" } == ["accounts:/u1"])
    #expect(try await project.accounts.account(id: "u1")?.email == "a@example.com")
  }

  @Test("Undo does not overwrite a manual value with the content of a former map")
  func replacedMap() async throws {
    let project = try SeedingProject(["databases/shops/n.yaml": "{ m: { a: 1 } }"])
    try await project.seedCarefully()
    try await project.shops.set(Tree("extra"), at: "/n/m/h")
    var policy = OverwritePolicy()
    policy.overwritesEdits = false
    try await project.seedCarefully(policy, prunes: true)
    try await project.shops.set(Tree("by hand"), at: "/n")
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.map { "\($0)" } == ["shops:/n/m/h"])
    #expect(try await project.shops.tree(at: "/n") == Tree("by hand"))
  }

  @Test("Undo does not put an element back into a list that somebody has removed since")
  func removedList() async throws {
    let project = try SeedingProject([
      "databases/shops/n.yaml": "{ m: { list: [{ id: x }, { id: y }], b: 1 } }"
    ])
    try await project.seedCarefully()
    try await project.shops.set(Tree("extra"), at: "/n/m/list/a")
    try await project.seed(prunes: true)
    #expect(try await project.shops.tree(at: "/n/m/list/a").isNull)
    try await project.shops.set(Tree(["h": "by hand"]), at: "/n/m")
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.map { "\($0)" } == ["shops:/n/m/list/a"])
    #expect(try await project.shops.tree(at: "/n/m") == Tree(["h": "by hand"]))
  }

  @Test("Undo does not write the content of a former map into a list")
  func replacedByList() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ m: { a: 1, b: 2 } }"])
    try await project.seed()
    try project.write("{ m: { a: 1 } }", to: "fixtures/base/firestore/posts/p1.yaml")
    try await project.seed(prunes: true)
    let list = DocumentValue.array([.string("by hand")])
    try await project.set(["m": list], at: "posts/p1")
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.map { "\($0)" } == ["firestore:/posts/p1/m/b"])
    let document = try await project.documents.document(at: DocumentPath(parsing: "posts/p1"))
    #expect(document?.fields["m"] == list)
  }

  @Test("Undo and resume write nothing into a deleted document or account")
  func gone() async throws {
    let project = try SeedingProject([
      "firestore/posts/p1.yaml": "{ a: 1 }", "accounts.yaml": "u1: { email: a@example.com }",
    ])
    try await project.seed()
    try project.write("{ a: 1, b: 2 }", to: "fixtures/base/firestore/posts/p1.yaml")
    try project.write(
      "u1: { email: a@example.com, displayName: A }",
      to: "fixtures/base/accounts.yaml"
    )
    try await project.seed()
    _ = try await project.accounts.delete(id: "u1")
    _ = try await project.documents.commit([
      DocumentWrite(path: DocumentPath(parsing: "posts/p1"), operation: .delete)
    ])
    for direction in [Replay.Direction.forward, .backward] {
      let outcome = try await project.replay(2, direction)
      #expect(outcome.plan.isEmpty)
      #expect(
        Set(outcome.left.map { "\($0)" }) == ["firestore:/posts/p1/b", "accounts:/u1/displayName"]
      )
    }
  }

  @Test(
    "A run that stops anywhere can be finished or reverted",
    arguments: 1...5,
    [Replay.Direction.forward, .backward]
  )
  func interruptions(batch: Int, direction: Replay.Direction) async throws {
    let project = try await project()
    let before = try await project.contents()
    let run = try project.run(try await project.plan(prunes: true), maximumConcurrentBatches: 1)
    let count = Mutex(0)
    let stopped = Task {
      try await run.apply { _ in
        let isLast = count.withLock { count in
          count += 1
          return count == batch
        }
        if isLast { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: SeedFailure.self) { try await stopped.value }
    guard let interrupted = try project.interrupted() else {
      #expect(batch == 1)
      #expect(try await project.contents() == before)
      return
    }
    #expect(batch > 1)
    let outcome = try await project.replay(interrupted.id, direction)
    #expect((outcome.left, outcome.irreversible) == ([], []))
    if direction == .forward {
      #expect(try await project.difference().isEmpty)
    } else {
      #expect(try await project.contents() == before)
    }
  }

  @Test("A run is not replayed on services that the profile no longer names")
  func elsewhere() async throws {
    let project = try await project()
    let state = try project.state()
    try project.write(
      "databases: { shops: \"embedded:other\" }\nbuckets: { images: \"embedded:images\" }\n"
        + "firestore: embedded:main\naccounts: embedded:main\n",
      to: "environments/local.yaml"
    )
    let error = #expect(throws: StoreError.self) {
      try Replay(state.steps(of: 1), .backward, keptIn: state, project.context())
    }
    #expect(
      error?.description
        == "shops: the run wrote to databases embedded:shops of local, which is no longer in the "
        + "profile local"
    )
  }
}

extension SeedingProject {
  /// Returns the contents of all stores as text.
  func contents() async throws -> String {
    var lines = ["\(try await shops.tree(at: .root))", "\(try await users.tree(at: .root))"]
    for path in ["posts/p1", "posts/p2"] {
      lines.append("\(path): \(String(describing: try await document(path)))")
    }
    for account in try await accounts.accounts(after: nil, limit: 10) {
      lines.append(
        "\(account.localID) \(account.email ?? "") \(account.displayName ?? "") \(account.isDisabled)"
      )
    }
    for name in ["1.txt", "2.txt"] {
      guard let object = try await images.object(at: name) else { continue }
      let data = try await images.data(at: name, maximumSize: 100)
      lines.append("\(name): \(data) \(object.metadata)")
    }
    return lines.joined(separator: "\n")
  }

  /// Replays a run like `tane undo`.
  func replay(_ run: Int64, _ direction: Replay.Direction) async throws -> Replay.Outcome {
    let (replay, outcome) = try await planned(run, direction)
    if !outcome.plan.isEmpty {
      let fixtures = Fixtures.load(for: try profile(), from: project)
      try await PlanRun(
        outcome.plan,
        on: stores,
        try context(),
        with: replay.contentSource(fallback: PlanContentSource(fixtures, in: project)),
        journal: try journal(of: outcome.plan, for: .undo, of: run)
      ).apply()
      #expect(try await replay.plan(on: stores.readers).plan.isEmpty)
    }
    try state().settle(run: run, by: replay, outcome, of: try profile())
    return outcome
  }

  func planned(
    _ run: Int64,
    _ direction: Replay.Direction
  ) async throws -> (Replay, Replay.Outcome) {
    let steps = try state().steps(of: run).filter { direction == .forward || $0.wasSent }
    let replay = try Replay(steps, direction, keptIn: try state(), try context())
    return (replay, try await replay.plan(on: stores.readers))
  }

  fileprivate func setParameter(_ text: String?) async throws {
    let current = try await remoteConfig.current()
    var template = current.template
    template.parameters["p1"] = text.map { RemoteConfigParameter(.text($0)) }
    _ = try await remoteConfig.replace(template, ifMatch: current.etag)
  }
}
