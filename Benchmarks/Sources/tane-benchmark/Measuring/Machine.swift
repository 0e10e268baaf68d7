import Foundation

/// What the numbers were measured on.
enum Machine {
  /// One line: cores, operating system, Swift.
  static var description: String {
    let information = ProcessInfo.processInfo
    let swift = try? ChildProcess(program: "swift", arguments: ["--version"]).run().output
    let version = swift?.split(separator: "\n").first { $0.contains("Swift version") }
    return
      "\(information.activeProcessorCount) cores, \(information.operatingSystemVersionString), "
      + (version.map(String.init) ?? "Swift version unknown")
  }
}
