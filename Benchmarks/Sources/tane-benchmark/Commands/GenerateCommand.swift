import ArgumentParser
import Foundation

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write trees of shops and users, and their changed twins, as YAML and JSON.",
    discussion: """
      The files are named after the leaves and the twin: 10000-base.json, 10000-m1.json. m0 has the \
      same bytes, m0.1, m1 and m20 have 0.1, 1 and 20 percent of edits, mk has the same values with \
      the keys of every map shuffled. The same arguments always make the same bytes.
      """
  )

  @Argument(help: "The folder for the files.")
  var folder: String

  @Option(parsing: .upToNextOption, help: "How many leaf values a tree has.")
  var leaves = [10_000, 100_000, 1_000_000, 5_000_000]

  @Option(parsing: .upToNextOption, help: "The formats: json, yaml.")
  var format = SampleFormat.allCases

  @Option(parsing: .upToNextOption, help: "The twins: m0, m0.1, m1, m20, mk.")
  var twins = SampleTwin.allCases

  func validate() throws { try leaves.forEach(LeafCount.validate) }

  func run() throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    for leafCount in leaves {
      let counts = try SampleTrees(folder: folder, leafCount: leafCount).write(twins, format)
      for twin in twins {
        let edits = SampleTreeEdit.Kind.allCases.compactMap { kind in
          counts[twin]?[kind].map { "\($0) \(kind.rawValue)" }
        }
        let list = edits.isEmpty ? "nothing edited" : edits.joined(separator: ", ")
        print("\(leafCount) leaves, \(twin.rawValue): \(list)")
      }
    }
  }
}
