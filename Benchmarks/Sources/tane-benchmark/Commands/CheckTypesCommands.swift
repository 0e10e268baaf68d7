import ArgumentParser
import Foundation
import TaneCore
import TaneFormats
import TaneMapping

struct CheckTypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-types",
    abstract: "Check a generated JSON file and print the seconds, then the processor seconds.",
    discussion: "The second line has the values that were read. Anything found is an error."
  )

  @Argument(help: "A JSON file that generate made.")
  var file: String

  @Flag(help: "Count the parsing as well.")
  var parsing = false

  func run() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    var stopwatch = Stopwatch()
    let read = { try Self.tree(of: bytes) }
    let tree = parsing ? try stopwatch.time(read) : try read()
    let report = stopwatch.time {
      check(SampleDatabase.self, in: tree, at: Address(service: "sample", path: .root))
    }
    guard report.findings.isEmpty, report.notChecked.isEmpty else {
      throw BenchmarkError("\(report.findings.prefix(3).map(\.description)) \(report.notChecked)")
    }
    print(stopwatch.wall, stopwatch.processor)
    print(report.valueCount)
  }

  private static func tree(of bytes: [UInt8]) throws -> Tree {
    let result = TreeParser.parse(bytes, named: "sample.json", as: .json)
    guard let tree = result.tree else { throw BenchmarkError("\(result.diagnostics)") }
    return tree
  }
}

struct DecodeTypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode-types",
    abstract:
      "Decode a generated JSON file with JSONDecoder and print the seconds, then the processor seconds."
  )

  @Argument(help: "A JSON file that generate made.")
  var file: String

  func run() throws {
    let data = try Data(contentsOf: URL(filePath: file))
    var stopwatch = Stopwatch()
    let database = try stopwatch.time {
      try JSONDecoder().decode(SampleDatabase.self, from: data)
    }
    print(stopwatch.wall, stopwatch.processor)
    print(database.shops.count + database.users.count)
  }
}
