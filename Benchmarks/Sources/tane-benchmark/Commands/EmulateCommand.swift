import ArgumentParser
import Foundation

struct EmulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate",
    abstract: "Load `tane emulate` with requests, listeners and a large tree, beside Hummingbird."
  )

  @Option(help: "How often each load is run.")
  var runs = 3

  @Option(help: "The seconds of each load of requests.")
  var seconds = 5

  @Option(help: "The connections over which requests come.")
  var connections = 64

  @Option(help: "How many listen to one path.")
  var listeners = 1000

  @Option(help: "How many leaf values the large tree has.")
  var leaves = 2_300_000

  @Option(
    help: ArgumentHelp(
      "A binary of tane to measure, instead of the release build of the package here.",
      valueName: "path"
    )
  )
  var tane: String?

  @Option(
    help: ArgumentHelp(
      "A binary that serves the constant, instead of the one beside this program.",
      valueName: "path"
    )
  )
  var floor: String?

  func validate() throws {
    try LeafCount.validate(leaves)
    for count in [runs, seconds, connections, listeners] where count < 1 {
      throw ValidationError("\(count): expected at least 1")
    }
  }

  func run() throws {
    let binary = try tane ?? TaneBinary.build(in: FileManager.default.currentDirectoryPath)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let benchmark = try EmulatorBenchmark(
      tane: binary,
      floor: try floor ?? Self.floorBesideThis(),
      in: folder,
      runs: runs,
      connections: connections,
      seconds: seconds
    )
    print(Machine.description + ".\n")
    try printRequests(benchmark)
    try printTimes(benchmark)
    try printTree(benchmark, folder)
  }

  private static func floorBesideThis() throws -> String {
    let program = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    let path = program.deletingLastPathComponent().appending(path: "constant-server").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchmarkError(
        "no \(path): swift build -c release --package-path Benchmarks --product constant-server"
      )
    }
    return path
  }

  private func printRequests(_ benchmark: EmulatorBenchmark) throws {
    let rates = try benchmark.requests()
    print("| Requests | Per second (median, min–max) | Ratio |\n|---|--:|--:|")
    let rows = [
      ("Hummingbird, GET of a constant", rates.constant), ("`tane emulate`, GET", rates.get),
      ("`tane emulate`, PUT", rates.put),
    ]
    for (name, rate) in rows {
      let percent = Int((rate.median / rates.constant.median * 100).rounded())
      print("| \(name) | \(rate.text(digits: 0)) | \(percent) % |")
    }
  }

  private func printTimes(_ benchmark: EmulatorBenchmark) throws {
    print("\n| Work | Milliseconds (median, min–max) |\n|---|--:|")
    let starts = try benchmark.starts(Self.startRuns)
    print("| start to first answer | \(starts.text(times: 1000, digits: 0)) |")
    let streams = try benchmark.latencies(of: listeners, writes: Self.writes) {
      try ListenerCrowd.eventStreams(port: $0, count: $1, path: $2)
    }
    print("| a write to the last of \(listeners) event streams | \(Self.milliseconds(streams)) |")
    let sockets = try benchmark.latencies(of: listeners, writes: Self.writes) {
      try ListenerCrowd.webSockets(port: $0, count: $1, path: $2)
    }
    print("| a write to the last of \(listeners) WebSockets | \(Self.milliseconds(sockets)) |")
  }

  private func printTree(_ benchmark: EmulatorBenchmark, _ folder: URL) throws {
    let trees = SampleTrees(folder: folder, leafCount: leaves)
    let arguments = ["--leaves", String(leaves), "--format", "json", "--twins", "m0"]
    _ = try ChildProcess.own(["generate", folder.path] + arguments).run()
    let file = folder.appending(path: "tree.json")
    try CompactedFile.write(trees.file(nil, .json), to: file)
    let size = Double(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    print("\n| \(Int(size / 1_000_000)) MB in and out | PUT, s | GET, s | Peak memory, MB |")
    print("|---|--:|--:|--:|")
    for run in 1...runs {
      let outcome = try benchmark.tree(in: file)
      let seconds = [outcome.put, outcome.get].map { String(format: "%.2f", $0) }
      let peak = Double(outcome.whole.peakMemory)
      let memory = String(format: "%.0f (%.1fx)", peak / 1_000_000, peak / size)
      print("| run \(run) | \(seconds[0]) | \(seconds[1]) | \(memory) |")
    }
  }

  private static func milliseconds(_ seconds: SampledNumbers) -> String {
    seconds.text(times: 1000, digits: 1)
  }

  private static let startRuns = 11
  private static let writes = 31
}
