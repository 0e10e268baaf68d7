import Foundation

extension ChildProcess {
  /// Returns a process that runs this program with another subcommand.
  static func own(_ arguments: [String]) -> ChildProcess {
    ChildProcess(
      program: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: arguments
    )
  }
}

extension ChildProcess.Outcome {
  /// The measurement with the program's own wall and processor seconds, which it prints on its
  /// first line.
  var ownMeasurement: Measurement {
    get throws {
      let line = output.split(separator: "\n").first ?? ""
      let seconds = line.split(separator: " ").compactMap { Double($0) }
      guard seconds.count == 2 else { throw BenchmarkError("no seconds printed: \(output)") }
      return Measurement(
        wall: seconds[0],
        processor: seconds[1],
        peakMemory: measurement.peakMemory
      )
    }
  }
}
