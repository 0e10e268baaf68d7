import Foundation

/// Repeatedly seeds and compares one project, in turn with the baseline.
struct SeedBenchmark {
  /// The measured steps, in the order of each run.
  enum Step: String, CaseIterable {
    case plainInsert = "plain insert"
    case seed = "`tane seed`, empty environment"
    case plainRead = "plain read"
    case diff = "`tane diff`, nothing differs"
    case seedAgain = "`tane seed`, nothing to do"
    case diffOfTwin = "`tane diff`, changed fixtures"
    case pull = "`tane pull`, no fixtures"
    case plan = "`tane plan -o`, changed fixtures"
    case apply = "`tane apply`"

    var floor: Step? {
      switch self {
      case .plainInsert, .plainRead: nil
      case .seed, .apply: .plainInsert
      case .diff, .seedAgain, .diffOfTwin, .plan: .plainRead
      case .pull: .diff
      }
    }
  }

  let tane: String
  let project: SampleProject
  let leafCount: Int

  /// Runs all steps repeatedly, and returns the table of their costs.
  func table(runs: Int) throws -> MeasurementTable {
    var series: [Step: Series] = [:]
    for _ in 0..<runs {
      for step in Step.allCases { series[step, default: Series()].runs.append(try measure(step)) }
    }
    return MeasurementTable(
      rows: Step.allCases.map { step in
        let floor = step.floor.map { ($0.rawValue, series[$0] ?? Series()) }
        return .init(name: step.rawValue, series: series[step] ?? Series(), floor: floor)
      }
    )
  }

  private func measure(_ step: Step) throws -> Measurement {
    switch step {
    case .plainInsert:
      try removePlainFile()
      return try plain(["plain-insert", plainFile.path, String(leafCount)])
    case .plainRead:
      return try plain(["plain-read", plainFile.path])
    case .seed:
      try project.makeEnvironmentEmpty()
      return try runTane("seed")
    case .diff:
      return try runTane("diff")
    case .seedAgain:
      return try runTane("seed")
    case .diffOfTwin:
      return try project.withTwin { try runTane("diff", expecting: 1) }
    case .pull:
      return try project.withoutFixtures { try runTane("pull", "shops:/", "users:/") }
    case .plan:
      return try project.withTwin { try runTane("plan", "-o", planFile.path) }
    case .apply:
      return try project.withTwin { try runTane("apply", planFile.path) }
    }
  }

  private func runTane(
    _ arguments: String...,
    expecting status: Int32 = 0
  ) throws -> Measurement {
    try ChildProcess(program: tane, arguments: arguments + ["-C", project.folder.path])
      .run(expecting: status).measurement
  }

  private var planFile: URL { project.folder.appending(path: "plan.json") }

  private func plain(_ arguments: [String]) throws -> Measurement {
    let outcome = try ChildProcess.own(arguments).run()
    let lines = outcome.output.split(separator: "\n")
    if lines.count > 1, !lines[1].hasPrefix("\(leafCount) ") {
      throw BenchmarkError("read \(lines[1]), expected \(leafCount) leaves")
    }
    return try outcome.ownMeasurement
  }

  private var plainFile: URL { project.folder.appending(path: "plain.sqlite") }

  private func removePlainFile() throws {
    guard FileManager.default.fileExists(atPath: plainFile.path) else { return }
    try FileManager.default.removeItem(at: plainFile)
  }
}
