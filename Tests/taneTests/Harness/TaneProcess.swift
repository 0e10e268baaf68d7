import Foundation
import TestSupport

/// Runs the `tane` program of this build.
struct TaneProcess {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  static var binary: URL { BuildProducts.folder.appending(path: "tane") }

  /// Returns the environment variables for a run: those that a shell needs, but none that selects
  /// an environment.
  static func variables(_ more: [String: String]) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": "/nonexistent",
    ]
    .merging(more) { $1 }
  }

  /// Runs a command to its end, without a terminal and with empty input.
  static func run(
    _ arguments: [String],
    in directory: URL,
    variables: [String: String] = [:],
    executable: URL = binary
  ) async throws -> Result {
    let result = try await TestProgram.run(
      [executable.path] + arguments,
      in: directory,
      variables: Self.variables(variables)
    )
    return Result(
      status: result.status,
      output: result.output,
      errors: ProgressLines.left(out: result.errors)
    )
  }
}
