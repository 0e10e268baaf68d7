import ArgumentParser
import Foundation

/// The common options of the contests.
struct ContestOptions: ParsableArguments {
  @Option(parsing: .upToNextOption, help: "How many leaf values the generated trees have.")
  var leaves = [10_000, 100_000, 1_000_000]

  @Option(parsing: .upToNextOption, help: "The formats: json, yaml.")
  var format = [SampleFormat.json, .yaml]

  @Option(help: "How often each program is run, in turn with the others.")
  var runs = 5

  @Option(help: "The seconds after which a program is left out.")
  var timeout = 60.0

  @Option(
    help: ArgumentHelp(
      "A folder that keeps the generated files for the next run; else they are temporary.",
      valueName: "folder"
    )
  )
  var data: String?

  @Option(
    help: ArgumentHelp(
      "A virtual environment with the Python libraries; made where there is none.",
      valueName: "folder"
    )
  )
  var python = "Benchmarks/.build/python"

  func validate() throws {
    try leaves.forEach(LeafCount.validate)
    if runs < 1 { throw ValidationError("--runs \(runs): expected at least 1") }
    if timeout <= 0 { throw ValidationError("--timeout \(timeout): expected more than 0") }
  }

  var pythonPeers: PythonPeers { .setUp(in: URL(filePath: python, directoryHint: .isDirectory)) }

  /// Generates missing trees, and removes them after `body` unless a folder for them was given.
  func withTrees(
    _ twins: [SampleTwin],
    _ body: (SampleTrees) throws -> Void
  ) throws {
    let folder =
      data.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { if data == nil { try? FileManager.default.removeItem(at: folder) } }
    for leafCount in leaves {
      let trees = SampleTrees(folder: folder, leafCount: leafCount)
      try generate(twins, of: trees)
      try body(trees)
    }
  }

  /// Generates trees in a separate process, so that this process stays small.
  private func generate(_ twins: [SampleTwin], of trees: SampleTrees) throws {
    var files = format.map { trees.file(nil, $0) }
    for twin in twins { files += format.map { trees.file(twin, $0) } }
    let exist = files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    guard !exist else { return }
    var arguments = ["generate", trees.folder.path, "--leaves", String(trees.leafCount)]
    arguments += ["--format"] + format.map(\.rawValue)
    arguments += ["--twins"] + (twins.isEmpty ? [.same] : twins).map(\.rawValue)
    _ = try ChildProcess.own(arguments).run()
  }
}
