import ArgumentParser
import Foundation

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check Codable types against generated trees, in turn with Foundation's JSONDecoder.",
    discussion: """
      The check begins with the parsed tree, JSONDecoder with the file's bytes: it parses and decodes. \
      The trees have 600,000 leaf values unless --leaves says otherwise.
      """
  )

  @Option(parsing: .upToNextOption, help: "How many leaf values the generated trees have.")
  var leaves = [600_000]

  @Option(help: "How often each program is run, in turn with the others.")
  var runs = 9

  @Option(help: "The seconds after which a program is left out.")
  var timeout = 60.0

  func validate() throws {
    try leaves.forEach(LeafCount.validate)
    if runs < 1 { throw ValidationError("--runs \(runs): expected at least 1") }
  }

  func run() throws {
    print(Machine.description + ".")
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    for leafCount in leaves {
      let trees = SampleTrees(folder: folder, leafCount: leafCount)
      _ = try trees.write([], [.json])
      print("\n\(leafCount) leaves, json, \(runs) runs each.\n")
      let contest = Contest.checking(trees.file(nil, .json))
      print(try contest.result(runs: runs, timeout: timeout).markdown)
    }
  }
}
