import Foundation
import TestSupport
import TaneCore
import TaneSeeding
import Testing

/// Runs random histories of an environment with all kinds of services: fixtures and environment are
/// edited, and seeds, resumes and undos can fail at any write, before or after it takes effect.
///
/// After every command, the environment must equal the model. `TANE_MODEL_RUNS` sets the number of
/// histories; `TANE_MODEL_SEED` sets the first seed, such as the one that a failure reports.
@Suite("Seeds compared with a model")
struct SeedingModelTests {
  /// The number of parts into which the histories are divided, because the tests of a suite run
  /// concurrently.
  private static let parts: UInt64 = 8

  @Test(
    "Any sequence of seeds and edits leaves the environment as the model predicts",
    arguments: 0..<parts
  )
  func histories(part: UInt64) async throws {
    let variables = ProcessInfo.processInfo.environment
    let count = variables["TANE_MODEL_RUNS"].flatMap { UInt64($0) } ?? 80
    let first = variables["TANE_MODEL_SEED"].flatMap { UInt64($0) } ?? 1000
    for seed in stride(from: first + part, to: first + count, by: UInt64.Stride(Self.parts)) {
      var history = try await ModelHistory(seed: seed)
      for _ in 0..<8 {
        // Stores in memory never suspend, and other tests need the few threads of tasks.
        await Task.yield()
        guard try await history.round() else {
          Issue.record(
            "seed \(seed): \(history.failure ?? "")\n\(history.log.joined(separator: "\n"))"
          )
          return
        }
      }
    }
  }
}

/// A random history: the project, the model, and a log.
struct ModelHistory {
  private(set) var log: [String] = []
  private(set) var failure: String?
  private var random: SeededGenerator
  private var model: SeedingModel
  private let project: ModelProject
  /// The planned writes of each run, and the sets that it loaded.
  private var runs: [Int64: (writes: [Cell: SeedingModel.Write], sets: Set<String>)] = [:]

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    model = SeedingModel(isOpen: Bool.random(using: &random))
    project = try await ModelProject(isOpen: model.isOpen)
    log.append("guard \(model.isOpen ? "open" : "confirm")")
  }

  /// Edits, seeds, and finishes or reverts interrupted runs; returns false if the environment
  /// differs from the model.
  mutating func round() async throws -> Bool {
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let (cell, value) = edit()
      let set = Int.random(in: 0..<3, using: &random) == 0 ? "more" : "base"
      model.fixtures[set, default: [:]][cell] = value
      log.append("fixture of \(set) \(cell) = \(value.map { "\($0)" } ?? "none")")
    }
    for set in SeedingModel.Request.allSets {
      try project.write(model.fixtures[set] ?? [:], of: set)
    }
    try await editEnvironment(0...3)
    try await seed()
    while failure == nil, let run = try project.interruptedRun() {
      try await editEnvironment(0...2)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try await replay(run, .resume)
      case 1: try await replay(run, .discard)
      default: try await seed()
      }
    }
    if failure == nil, Int.random(in: 0..<4, using: &random) == 0,
      let run = try project.lastSeed(), runs[run] != nil
    {
      try await editEnvironment(0...2)
      try await replay(run, .undo)
    }
    return failure == nil
  }

  private mutating func edit() -> (Cell, Int?) {
    let cell = Cell.all.randomElement(using: &random) ?? Cell.all[0]
    let value = Int.random(in: 0...4, using: &random)
    return (cell, value == 0 ? nil : value)
  }

  private mutating func editEnvironment(_ counts: ClosedRange<Int>) async throws {
    for _ in 0..<Int.random(in: counts, using: &random) {
      let (cell, value) = edit()
      try await project.edit(cell, to: value)
      model.environment[cell] = value
      log.append("by hand \(cell) = \(value.map { "\($0)" } ?? "none")")
    }
  }

  /// Sets the fuse to one of the next writes, or removes it.
  private mutating func setFuse() {
    project.fuse.remove()
    guard Bool.random(using: &random) else { return }
    let calls = Int.random(in: 0..<6, using: &random)
    let failsAfterwards = Bool.random(using: &random)
    project.fuse.set(afterCalls: calls, failsAfterwards: failsAfterwards)
  }

  private mutating func request() -> SeedingModel.Request {
    var request = SeedingModel.Request()
    request.prunes = Int.random(in: 0..<3, using: &random) == 0
    request.takes = Int.random(in: 0..<6, using: &random) == 0
    if Int.random(in: 0..<4, using: &random) == 0 {
      request.sets = [Bool.random(using: &random) ? "base" : "more"]
    }
    return request
  }

  private mutating func seed() async throws {
    let request = request()
    let (expected, sets) = (model.plan(request), Set(request.sets))
    let last = try project.runs().first?.id
    let words =
      "seed \(request.sets)\(request.prunes ? " --prune" : "")\(request.takes ? " --on-conflict take" : "")"
    setFuse()
    do {
      let plan = try await project.seed(request)
      log.append(words)
      let withheld = Set(
        plan.withheld.compactMap { withheld in
          Cell.all.first { $0.address.contains(withheld.address) }
        }
      )
      expect(withheld == expected.withheld, "withheld", expected.withheld, withheld)
      if !expected.writes.isEmpty, let run = try project.runs().first {
        runs[run.id] = (expected.writes, sets)
      }
      for (cell, write) in expected.writes { model.environment[cell] = write.new }
      model.note(expected.writes, of: sets)
      model.settle(request)
      try await compare()
    } catch is SeedFailure {
      log.append("\(words), interrupted")
      try await noteInterruption(of: expected.writes, sets, after: last)
    }
  }

  private mutating func replay(_ run: Int64, _ action: RunRecord.Action) async throws {
    let forward = action == .resume
    let states = try project.states(of: run)
    let sets = runs[run]?.sets ?? []
    let writes = (runs[run]?.writes ?? [:]).filter { forward || states[$0.key]?.wasSent == true }
    let expected = model.replay(writes, of: run, forward: forward)
    let last = try project.runs().first?.id
    setFuse()
    do {
      let outcome = try await project.replay(run, action)
      log.append("\(action.rawValue) \(run)")
      if !expected.writes.isEmpty, let own = try project.runs().first {
        runs[own.id] = (expected.writes, sets)
      }
      for (cell, write) in expected.writes { model.environment[cell] = write.new }
      model.note(expected.writes, of: sets)
      model.settle(run, of: sets, writes, forward: forward, left: expected.left)
      let left = Set(
        outcome.left.compactMap { place in Cell.all.first { $0.address.contains(place) } }
      )
      expect(left == expected.left, "left", expected.left, left)
      try await compare()
    } catch is SeedFailure {
      log.append("\(action.rawValue) \(run), interrupted")
      try await noteInterruption(of: expected.writes, sets, after: last)
    }
  }

  /// Records the state after an interrupted run in the model, after checking that it is a possible
  /// one.
  private mutating func noteInterruption(
    of writes: [Cell: SeedingModel.Write],
    _ sets: Set<String>,
    after last: Int64?
  ) async throws {
    guard let run = try project.runs().first, run.id != last else {
      return expect(false, "an interrupted run", "its journal", nil)
    }
    runs[run.id] = (writes, sets)
    let states = try project.states(of: run.id)
    let found = try await project.environment()
    for cell in Cell.all {
      guard let write = writes[cell], let state = states[cell], state.wasSent else {
        expect(
          found[cell] == model.environment[cell],
          "\(cell), which was not sent,",
          model.environment[cell],
          found[cell]
        )
        continue
      }
      let isMade = found[cell] == write.new
      expect(isMade || !state.isDone && found[cell] == write.old, "\(cell)", write, found[cell])
      model.environment[cell] = found[cell]
      model.note(write, at: cell, of: run.id, sets, isDone: state.isDone)
    }
  }

  private mutating func compare() async throws {
    let found = try await project.environment()
    for cell in Cell.all {
      expect(
        found[cell] == model.environment[cell],
        "\(cell)",
        model.environment[cell],
        found[cell]
      )
    }
  }

  private mutating func expect(_ isMet: Bool, _ what: String, _ wanted: Any?, _ found: Any?) {
    guard !isMet, failure == nil else { return }
    func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "none" }
    failure = "\(what): expected \(text(wanted)), found \(text(found))"
  }
}
