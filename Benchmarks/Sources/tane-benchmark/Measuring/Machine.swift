import Foundation

/// The machine of the measurements.
enum Machine {
  /// A line with the number of cores, the load average of the last minute, the operating system and
  /// the Swift version.
  static var description: String {
    let information = ProcessInfo.processInfo
    let swift = try? ChildProcess(program: "swift", arguments: ["--version"]).run().output
    let version = swift?.split(separator: "\n").first { $0.contains("Swift version") }
    return
      "\(information.activeProcessorCount) cores (load \(load)), "
      + "\(information.operatingSystemVersionString), "
      + (version.map(String.init) ?? "Swift version unknown")
  }

  private static var load: String {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? String(format: "%.1f", average) : "unknown"
  }
}
