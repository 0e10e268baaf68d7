import Foundation
import TestSupport

/// The `tane` binary that this build made, run as people run it.
struct TaneProcess {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  static var binary: URL { BuildProducts.folder.appending(path: "tane") }

  /// The variables that a run sees: those that a shell needs, none that would choose an environment.
  static func variables(_ more: [String: String]) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": "/nonexistent",
    ]
    .merging(more) { $1 }
  }

  /// Runs to the end, without a terminal and with an empty input.
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
