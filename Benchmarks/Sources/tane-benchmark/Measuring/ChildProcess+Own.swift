import Foundation

extension ChildProcess {
  /// This program with another subcommand.
  static func own(_ arguments: [String]) -> ChildProcess {
    ChildProcess(
      program: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: arguments
    )
  }
}

extension ChildProcess.Outcome {
  /// What the program counted itself replaces what it cost as a whole: its first line is the seconds,
  /// then the processor seconds.
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
