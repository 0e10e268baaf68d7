import ArgumentParser
import Foundation

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare large files with `tane diff`, in turn with other tools and the floors."
  )

  @Option(parsing: .upToNextOption, help: "The twins: m0, m0.1, m1, m20, mk.")
  var twins = SampleTwin.allCases

  @OptionGroup var options: ContestOptions

  @Flag(help: "Leave out what has no part in a target: slow libraries, and what compares text.")
  var floorsOnly = false

  @Option(
    help: ArgumentHelp(
      "A binary of tane to measure, instead of the release build of the package here.",
      valueName: "path"
    )
  )
  var tane: String?

  func run() throws {
    let binary = try tane ?? TaneBinary.build(in: FileManager.default.currentDirectoryPath)
    print(Machine.description + ".")
    try measureStart(of: binary)
    let python = options.format.contains(.json) ? options.pythonPeers : nil
    try options.withTrees(twins) { trees in
      for format in options.format {
        for twin in twins { try compare(DiffPair(trees, twin, format), of: trees, binary, python) }
      }
    }
  }

  private func measureStart(of binary: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let contest = Contest.starting(binary, besides: try EmptyProgram.build(in: folder))
    print("\nStarting, \(Self.startRuns) runs each.\n")
    print(try contest.result(runs: Self.startRuns, timeout: options.timeout).markdown)
  }

  private func compare(
    _ pair: DiffPair,
    of trees: SampleTrees,
    _ binary: String,
    _ python: PythonPeers?
  ) throws {
    let contest = Contest.comparing(
      pair,
      tane: binary,
      python: python,
      includingSlow: !floorsOnly
    )
    let megabytes = String(format: "%.1f", Double(contest.inputBytes ?? 0) / 1_000_000)
    print(
      "\n\(trees.leafCount) leaves, \(pair.twin.rawValue), \(pair.format.rawValue),"
        + " \(megabytes) MB in two files, \(options.runs) runs each.\n"
    )
    print(try contest.result(runs: options.runs, timeout: options.timeout).markdown)
  }

  private static let startRuns = 21
}
