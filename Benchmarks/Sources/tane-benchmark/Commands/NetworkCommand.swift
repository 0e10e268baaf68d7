import ArgumentParser
import Foundation

struct NetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Seed and diff a large generated project through `tane emulate` on this machine.",
    discussion: "In turn with the same seed into an embedded environment."
  )

  @Option(help: "How many leaf values the fixtures have.")
  var leaves = 1_000_000

  @Option(help: "The format of the fixtures: json or yaml.")
  var format = SampleFormat.json

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
      changedPercent: 1
    )
    print(
      "\(leaves) leaves, \(project.fixtureBytes / 1_000_000) MB of \(format.rawValue),"
        + " \(runs) runs each."
    )
    print(Machine.description + ".\n")
    var benchmark = NetworkBenchmark(tane: binary, project: project)
    for _ in 0..<runs { try benchmark.run() }
    print(benchmark.table.markdown + "\n")
    print(benchmark.transferText)
  }
}
