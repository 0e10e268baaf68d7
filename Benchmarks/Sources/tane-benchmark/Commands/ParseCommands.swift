import ArgumentParser
import Foundation
import LibYAMLFloor
import SimdjsonFloor

struct ParseYAMLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse-yaml",
    abstract: "Parse files with libyaml alone and print the seconds, then the processor seconds.",
    discussion: "Each file has a thread. The second line has the number of events."
  )

  @Argument(help: "YAML files.")
  var files: [String]

  func run() throws {
    let paths = files.map { UnsafePointer(strdup($0)) }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
    var stopwatch = Stopwatch()
    let events = stopwatch.time { libyaml_floor_events(paths, Int32(paths.count)) }
    guard events >= 0 else { throw BenchmarkError("libyaml cannot parse \(files)") }
    print(stopwatch.wall, stopwatch.processor)
    print(events)
  }
}

struct ParseJSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse-json",
    abstract: "Parse a file with simdjson and print the seconds, then the processor seconds."
  )

  @Argument(help: "A JSON file with an object at its top.")
  var file: String

  func run() throws {
    guard simdjson_floor_is_available() == 1 else {
      FileHandle.standardError.write(
        Data("simdjson.h was not there when this was built (Debian: libsimdjson-dev)\n".utf8)
      )
      throw ExitCode(Contestant.unavailable)
    }
    var stopwatch = Stopwatch()
    let members = stopwatch.time { simdjson_floor_members(file) }
    guard members >= 0 else { throw BenchmarkError("simdjson cannot parse \(file)") }
    print(stopwatch.wall, stopwatch.processor)
    print(members)
  }
}
