import ArgumentParser
import Foundation

struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read a large file with Tane's readers, in turn with libyaml, simdjson and Python."
  )

  @Argument(help: "A YAML or JSON file to read instead of generated ones.")
  var file: String?

  @OptionGroup var options: ContestOptions

  func run() throws {
    print(Machine.description + ".")
    guard let file else { return try readGenerated() }
    let url = URL(filePath: file)
    guard let format = SampleFormat(rawValue: url.pathExtension) else {
      throw ValidationError("\(file): expected a file named .yaml or .json")
    }
    try read(url, format, titled: url.lastPathComponent)
  }

  private func readGenerated() throws {
    try options.withTrees([]) { trees in
      for format in options.format {
        let title = "\(trees.leafCount) leaves, \(format.rawValue)"
        try read(trees.file(nil, format), format, titled: title)
      }
    }
  }

  private func read(_ file: URL, _ format: SampleFormat, titled title: String) throws {
    let size = String(format: "%.1f", Double(file.fileSize) / 1_000_000)
    print("\n\(title), \(size) MB, \(options.runs) runs each.\n")
    let python = format == .json ? options.pythonPeers : nil
    let contest = Contest.reading(file, format, with: python)
    print(try contest.result(runs: options.runs, timeout: options.timeout).markdown)
  }
}
