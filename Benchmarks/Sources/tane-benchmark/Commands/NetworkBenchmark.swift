import Foundation

/// Measures `tane seed` and `tane diff` over Firebase's protocols, with the emulator as the
/// service.
struct NetworkBenchmark {
  /// The measured steps, in the order of each run.
  private enum Step: String, CaseIterable {
    case embedded = "`tane seed`, embedded"
    case seed = "`tane seed -e emulator`"
    case firstServer = "the emulator meanwhile"
    case diff = "`tane diff -e emulator`, nothing differs"
  }

  let tane: String
  let project: SampleProject
  private var series: [Step: Series] = [:]
  /// The number of bytes in all bodies that were sent and received, for each seed and the
  /// subsequent diff.
  private var transfers: [(seed: Int, diff: Int)] = []

  init(tane: String, project: SampleProject) {
    (self.tane, self.project) = (tane, project)
  }

  /// Seeds an embedded environment, then an emulator, and compares the emulator with the fixtures.
  mutating func run() throws {
    try project.makeEnvironmentEmpty()
    series[.embedded, default: Series()].runs.append(try measure("seed").cost)
    try project.makeEnvironmentEmpty()
    let server = try RunningServer(tane, answering: "/.json?ns=shops") { port in
      try? writeProfile(port: port)
      return [
        "emulate", "-C", project.folder.path, "-e", "emulator", "--in-memory",
        "--database-port", String(port), "--storage-port", "0", "--firestore-port", "0",
        "--auth-port", "0", "--hub-port", "0",
      ]
    }
    let seed = try measure("seed", "-e", "emulator", "--verbose")
    let diff = try measure("diff", "-e", "emulator", "--verbose")
    let whole = try server.end()
    series[.seed, default: Series()].runs.append(seed.cost)
    series[.diff, default: Series()].runs.append(diff.cost)
    series[.firstServer, default: Series()].runs.append(
      Measurement(
        wall: seed.cost.wall + diff.cost.wall,
        processor: whole.processor,
        peakMemory: whole.peakMemory
      )
    )
    transfers.append((seed.bytes, diff.bytes))
  }

  /// The costs of the steps, each of which is compared with the embedded seed.
  var table: MeasurementTable {
    let embedded = series[.embedded] ?? Series()
    return MeasurementTable(
      rows: Step.allCases.map { step in
        MeasurementTable.Row(
          name: step.rawValue,
          series: series[step] ?? Series(),
          floor: step == .embedded ? nil : (Step.embedded.rawValue, embedded)
        )
      }
    )
  }

  /// The number of transferred bytes, and the peak memory of a seed beyond that of a diff.
  var transferText: String {
    let transfers = transfers.map { "\($0.seed) B by the seed, \($0.diff) B by the diff" }
    let seed = series[.seed]?.median.peakMemory ?? 0
    let diff = series[.diff]?.median.peakMemory ?? 0
    return """
      Bodies sent and received: \(transfers.joined(separator: "; ")).
      Peak of the seed above that of a diff, which holds the fixtures alone: \((seed - diff) / 1_000_000) MB.
      """
  }

  private func writeProfile(port: Int) throws {
    let profile = """
      guard: open
      fixtures: [base]
      databases:
        shops: http://127.0.0.1:\(port)?ns=shops
        users: http://127.0.0.1:\(port)?ns=users

      """
    let file = project.folder.appending(path: "environments/emulator.yaml")
    try Data(profile.utf8).write(to: file)
  }

  private func measure(_ arguments: String...) throws -> (cost: Measurement, bytes: Int) {
    let child = ChildProcess(program: tane, arguments: arguments + ["-C", project.folder.path])
    let outcome = try child.run(expecting: 0)
    return (outcome.measurement, Self.bytes(in: outcome.errors))
  }

  /// Returns the sum of the bytes that `--verbose` reports for the requests: `… sent 1,234 B,
  /// received 5 B, …`.
  private static func bytes(in log: String) -> Int {
    log.matches(of: /(?:sent|received) ([0-9,]+) B/).reduce(0) {
      $0 + (Int($1.1.replacing(",", with: "")) ?? 0)
    }
  }
}
