import ArgumentParser
import Foundation
import TaneCore
import TaneFormats

struct ReadTreesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read-trees",
    abstract: "Read files with Tane's readers and print the seconds, then the processor seconds.",
    discussion: "Several files are read at once. The second line has the leaves of all."
  )

  @Argument(help: "YAML or JSON files.")
  var files: [String]

  func run() async throws {
    var stopwatch = Stopwatch()
    stopwatch.start()
    let trees = try await trees()
    stopwatch.stop()
    print(stopwatch.wall, stopwatch.processor)
    print(trees.reduce(0) { $0 + $1.leafCount })
  }

  private func trees() async throws -> [Tree] {
    if files.count == 1 { return [try Self.tree(of: files[0])] }
    return try await withThrowingTaskGroup(of: Tree.self) { group in
      for file in files { group.addTask { try Self.tree(of: file) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func tree(of file: String) throws -> Tree {
    let url = URL(filePath: file)
    guard let format = TreeFormat(fileExtension: url.pathExtension) else {
      throw BenchmarkError("\(file) is neither YAML nor JSON by its name")
    }
    let bytes = Array(try Data(contentsOf: url))
    let result = TreeParser.parse(bytes, named: url.lastPathComponent, as: format)
    guard let tree = result.tree else {
      throw BenchmarkError("\(file): \(result.diagnostics.map(\.description).joined())")
    }
    return tree
  }
}
