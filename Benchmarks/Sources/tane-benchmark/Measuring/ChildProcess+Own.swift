import Foundation

extension ChildProcess {
  /// Returns this program with another subcommand.
  static func own(_ arguments: [String]) -> ChildProcess {
    ChildProcess(
      program: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: arguments
    )
  }
}

extension ChildProcess.Outcome {
  /// The times that the program has measured itself in place of those of the whole process; its
  /// first output line contains the seconds and the processor seconds.
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
