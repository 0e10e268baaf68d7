import Foundation
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting

/// A project for comparison with the model, with an environment in memory whose writes pass a fuse.
struct ModelProject {
  let seeding: SeedingProject
  let fuse = Fuse()
  private let isOpen: Bool

  init(isOpen: Bool) async throws {
    self.isOpen = isOpen
    seeding = try SeedingProject(
      [:],
      profile: "guard: \(isOpen ? "open" : "confirm")\nfixtures: [base, more]\n"
    )
    for set in SeedingModel.Request.allSets { try write([:], of: set) }
    // Otherwise most of the time would be spent on reopening the same file.
    try seeding.keepState()
    try await seeding.shops.set(Tree(["keep": 1]), at: "/shops")
    let template = RemoteConfigTemplate(parameters: ["keep": RemoteConfigParameter(.text("1"))])
    let current = try await seeding.remoteConfig.current()
    _ = try await seeding.remoteConfig.replace(template, ifMatch: current.etag)
  }

  private var stores: EnvironmentStores {
    let (hooks, seeding) = (fuse.hooks, seeding)
    let shops = HookedTreeStore(base: seeding.shops, name: "shops", hooks: hooks)
    let documents = HookedDocumentStore(base: seeding.documents, hooks: hooks)
    let accounts = HookedAccountStore(base: seeding.accounts, hooks: hooks)
    let remoteConfig = HookedRemoteConfigStore(base: seeding.remoteConfig, hooks: hooks)
    return EnvironmentStores(
      ["shops": shops as any TreeStore, "users": seeding.users],
      as: .databases
    )
    .adding(HookedObjectStore(base: seeding.images, hooks: hooks), named: "images", as: .buckets)
    .adding(documents, named: "firestore", as: .firestore)
    .adding(accounts, named: "accounts", as: .accounts)
    .adding(remoteConfig, named: "remoteConfig", as: .remoteConfig)
  }

  // MARK: The world

  /// Returns the contents of the environment.
  func environment() async throws -> SeedingModel.World {
    var world: SeedingModel.World = [:]
    let parameters = try await seeding.remoteConfig.current().template.parameters
    for cell in Cell.all {
      switch cell.kind {
      case .node:
        world[cell] = try await seeding.shops.tree(at: cell.address.path).integer.map { Int($0) }
      case .document:
        let document = try await seeding.documents.document(at: DocumentPath(of: cell))
        if case .integer(let value)? = document?.fields["v"] { world[cell] = Int(value) }
      case .account:
        let account = try await seeding.accounts.account(id: "u\(cell.index)")
        world[cell] = account?.displayName.flatMap { Int($0) }
      case .object:
        let name = "\(cell.index).txt"
        guard try await seeding.images.object(at: name) != nil else { continue }
        let data = try await seeding.images.data(at: name, maximumSize: 10)
        world[cell] = Int(String(decoding: data, as: UTF8.self))
      case .parameter:
        if case .text(let text)? = parameters["p\(cell.index)"]?.defaultValue {
          world[cell] = Int(text)
        }
      }
    }
    return world
  }

  /// Changes a cell of the environment, like another writer.
  func edit(_ cell: Cell, to value: Int?) async throws {
    switch cell.kind {
    case .node:
      try await seeding.shops.set(
        value.map { Tree(.integer(Int64($0))) } ?? .null,
        at: cell.address.path
      )
    case .document:
      let operation: DocumentWrite.Operation =
        value.map { .update(["v": .integer(Int64($0))], mask: nil) } ?? .delete
      let write = DocumentWrite(path: DocumentPath(of: cell), operation: operation)
      _ = try await seeding.documents.commit([write], expecting: [])
    case .account:
      let existing = try await seeding.accounts.account(id: "u\(cell.index)")
      guard let value else {
        if existing != nil { _ = try await seeding.accounts.delete(id: "u\(cell.index)") }
        return
      }
      var account = existing ?? Account(localID: "u\(cell.index)", createdAt: 0)
      account.displayName = "\(value)"
      try await seeding.accounts.put(account, replacing: existing)
    case .object:
      let name = "\(cell.index).txt"
      guard let value else {
        if try await seeding.images.object(at: name) != nil {
          try await seeding.images.delete(at: name, if: .none)
        }
        return
      }
      _ = try await seeding.images.put(
        Array("\(value)".utf8),
        at: name,
        metadata: ObjectMetadata(contentType: "text/plain"),
        if: .none
      )
    case .parameter:
      let current = try await seeding.remoteConfig.current()
      var template = current.template
      template.parameters["p\(cell.index)"] = value.map { RemoteConfigParameter(.text("\($0)")) }
      _ = try await seeding.remoteConfig.replace(template, ifMatch: current.etag)
    }
  }

  /// Replaces the fixtures of a set.
  func write(_ fixtures: SeedingModel.World, of set: String) throws {
    let folder = "\(seeding.project.root)/fixtures/\(set)"
    if FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.removeItem(atPath: folder)
    }
    func lines(_ kind: Cell.Kind, _ line: (Int, Int) -> String) -> [String] {
      Cell.all.filter { $0.kind == kind }.compactMap { cell in
        fixtures[cell].map { line(cell.index, $0) }
      }
    }
    func put(_ path: String, _ text: String) throws {
      try seeding.write(text, to: "fixtures/\(set)/\(path)")
    }
    let nodes = ["keep: 1"] + lines(.node) { "k\($0): \($1)" }
    try put("databases/shops/shops.yaml", nodes.joined(separator: "\n"))
    let parameters = ["  keep: \"1\""] + lines(.parameter) { "  p\($0): \"\($1)\"" }
    try put("remote-config.yaml", "parameters:\n" + parameters.joined(separator: "\n"))
    let accounts = lines(.account) { "u\($0): { displayName: \"\($1)\" }" }
    if !accounts.isEmpty { try put("accounts.yaml", accounts.joined(separator: "\n")) }
    for cell in Cell.all {
      guard let value = fixtures[cell] else { continue }
      if cell.kind == .document { try put("firestore/posts/p\(cell.index).yaml", "v: \(value)") }
      if cell.kind == .object { try put("buckets/images/\(cell.index).txt", "\(value)") }
    }
  }

  // MARK: Commands, as `tane` runs them

  /// Seeds the environment, and throws if the fuse blows.
  func seed(_ request: SeedingModel.Request) async throws -> Plan {
    let (prunes, takes, sets) = (request.prunes, request.takes, request.sets)
    let policy = OverwritePolicy(
      overwritesEdits: takes,
      overwritesConflicts: takes,
      overwritesUnknown: isOpen || takes,
      prunesUnknown: isOpen,
      restoresMissing: isOpen
    )
    let plan = try await seeding.carefulPlan(policy, prunes: prunes, sets: sets)
    if !plan.isEmpty { try await seeding.run(plan, on: stores, sets: sets).apply() }
    let state = try seeding.state()
    try state.settle(plan, in: ComparisonScope(), of: seeding.profile(), sets: sets)
    try state.markInterruptedRunsAsReplaced(of: "local")
    return plan
  }

  /// Runs `tane resume`, `tane discard` or `tane undo`, and throws if the fuse blows.
  func replay(_ run: Int64, _ action: RunRecord.Action) async throws -> Replay.Outcome {
    let state = try seeding.state()
    let steps = try state.steps(of: run).filter { action == .resume || $0.wasSent }
    let context = try seeding.context()
    let replay = try Replay(
      steps,
      action == .resume ? .forward : .backward,
      keptIn: state,
      context
    )
    let outcome = try await replay.plan(on: seeding.stores.readers)
    if !outcome.plan.isEmpty {
      let sets = try state.sets(of: run)
      let fixtures = try seeding.fixtures(sets)
      let journal = try seeding.journal(of: outcome.plan, for: action, of: run, sets: sets)
      let contentSource = replay.contentSource(
        fallback: PlanContentSource(fixtures, in: seeding.project)
      )
      try await PlanRun(outcome.plan, on: stores, context, with: contentSource, journal: journal)
        .apply()
    }
    try state.settle(run: run, by: replay, outcome, of: context.profile)
    return outcome
  }

  /// Returns the runs, latest first.
  func runs() throws -> [RunRecord] { try seeding.state().runs(of: "local") }

  /// Returns the latest interrupted run.
  func interruptedRun() throws -> Int64? { try runs().first { $0.isInterrupted }?.id }

  /// Returns the latest run if it is a seed that is in effect.
  func lastSeed() throws -> Int64? {
    let runs = try runs()
    let inEffect = RunHistory(runs).latestSeedInEffect
    return runs.first.flatMap { $0.id == inEffect?.id ? $0.id : nil }
  }

  /// Returns the cells of a run, and whether each was sent and is known to be written.
  func states(of run: Int64) throws -> [Cell: (wasSent: Bool, isDone: Bool)] {
    var states: [Cell: (wasSent: Bool, isDone: Bool)] = [:]
    for step in try seeding.state().steps(of: run) {
      for cell in Cell.all where cell.address.service == step.address.service {
        let isChanged = step.pathChanges.contains {
          $0.path.contains(cell.address.path) || cell.address.path.contains($0.path)
        }
        if isChanged { states[cell] = (step.wasSent, step.isDone) }
      }
    }
    return states
  }
}

extension DocumentPath {
  fileprivate init(of cell: Cell) { self.init(cell.address.path.components) }
}
