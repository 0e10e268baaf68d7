import ArgumentParser
import Foundation

struct SeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract:
      "Seed and diff a large generated project, in turn with a plain SQLite insert and read."
  )

  @Option(help: "How many leaf values the fixtures have.")
  var leaves = 1_000_000

  @Option(help: "The format of the fixtures: json or yaml.")
  var format = SampleFormat.json

  @Option(help: "How many percent of the leaves, ids apart, are other in the changed fixtures.")
  var changed = 1.0

  @Option(help: "How often each step is run.")
  var runs = 3

  @Option(
    help: ArgumentHelp(
      "A binary of tane to measure, instead of the release build of the package here.",
      valueName: "path"
    )
  )
  var tane: String?

  func validate() throws {
    try LeafCount.validate(leaves)
    if runs < 1 { throw ValidationError("--runs \(runs): expected at least 1") }
    if !(changed > 0 && changed <= 100) {
      throw ValidationError("--changed \(changed): expected more than 0 and at most 100")
    }
  }

  func run() throws {
    let binary = try tane ?? TaneBinary.build(in: FileManager.default.currentDirectoryPath)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let project = try SampleProject(
      in: folder,
      leafCount: leaves,
      format: format,
      changedPercent: changed
    )
    print(
      "\(leaves) leaves, \(project.fixtureBytes / 1_000_000) MB of \(format.rawValue),"
        + " \(project.changedCount) changed in the twin, \(runs) runs each."
    )
    print(Machine.description + ".\n")
    let benchmark = SeedBenchmark(tane: binary, project: project, leafCount: leaves)
    print(try benchmark.table(runs: runs).markdown)
  }
}
