import ArgumentParser
import Foundation

struct FirestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firestore",
    abstract:
      "Load Firestore of `tane emulate` over gRPC beside REST, and with a burst of writes to many who listen."
  )

  @Option(help: "How often each load is run.")
  var runs = 3

  @Option(help: "The seconds of each load of requests.")
  var seconds = 5

  @Option(help: "The connections over which requests come.")
  var connections = 16

  @Option(help: "How many listen to one document.")
  var listeners = 1000

  @Option(help: "How many writes a burst has.")
  var writes = 200

  @Option(
    help: ArgumentHelp(
      "A binary of tane to measure, instead of the release build of the package here.",
      valueName: "path"
    )
  )
  var tane: String?

  func validate() throws {
    for count in [runs, seconds, connections, listeners, writes] where count < 1 {
      throw ValidationError("\(count): expected at least 1")
    }
  }

  func run() async throws {
    let binary = try tane ?? TaneBinary.build(in: FileManager.default.currentDirectoryPath)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-benchmark-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let benchmark = try FirestoreBenchmark(
      tane: binary,
      in: folder,
      runs: runs,
      connections: connections,
      seconds: seconds
    )
    print(Machine.description + ".\n")
    if FirestoreLoad.isPossible {
      print(
        "| Requests | Per second (median, min–max) | Processor time of the server, µs a request |"
      )
      print("|---|--:|--:|")
      for row in try await benchmark.requests() {
        let processor = row.processorSeconds?.text(times: 1_000_000, digits: 0) ?? "–"
        print("| \(row.name) | \(row.rate.text(digits: 0)) | \(processor) |")
      }
    } else {
      print(
        "Not in a table: requests over REST and gRPC, which h2load of Debian's nghttp2-client makes."
      )
    }
    let (bursts, peak) = try await benchmark.bursts(of: writes, to: listeners)
    print(
      "\n| A burst of \(writes) writes to \(listeners) listeners | Seconds | Memory before, MB | Listening | After |"
    )
    print("|---|--:|--:|--:|--:|")
    for (number, burst) in bursts.enumerated() {
      let memory = [burst.memory.before, burst.memory.listening, burst.memory.after]
        .map(Self.megabytes).joined(separator: " | ")
      print("| \(number + 1) | \(String(format: "%.2f", burst.seconds)) | \(memory) |")
    }
    print("\nPeak memory: \(Self.megabytes(peak)) MB.")
  }

  private static func megabytes(_ bytes: Int) -> String {
    String(format: "%.0f", Double(bytes) / 1_000_000)
  }
}
