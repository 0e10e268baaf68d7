import Foundation
import Testing

/// The `tane` binary that this build made, run as people run it.
struct TaneProcess {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The folder of the test runner, into which the package's executables are built.
  private static var productsDirectory: URL {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    return URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
  }

  static var binary: URL { productsDirectory.appending(path: "tane") }

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
    try await turns.inTurn {
      try await launch(arguments, in: directory, variables: variables, executable: executable)
    }
  }

  /// Tests begin all at once: hundreds of processes would have more than 1,300 files open here, and Foundation's
  /// `Process` may crash where it lists so many.
  private static let turns = Turns(20)

  private static func launch(
    _ arguments: [String],
    in directory: URL,
    variables: [String: String],
    executable: URL
  ) async throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = Self.variables(variables)
    process.standardInput = FileHandle.nullDevice
    let captures = try (0..<2).map { _ in try CapturedOutput() }
    process.standardOutput = captures[0].handle
    process.standardError = captures[1].handle
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return Result(
      status: process.terminationStatus,
      output: try captures[0].finish(),
      errors: ProgressLines.left(out: try captures[1].finish())
    )
  }
}

/// Lets only so many runs be under way at a time; a test that has begun goes on before others begin.
private actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func inTurn<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    defer { if let next = waiting.popLast() { next.resume() } else { free += 1 } }
    return try await body()
  }
}

/// What a process prints, kept in a file: a pipe would stall a process that prints more than it holds.
private struct CapturedOutput {
  let handle: FileHandle
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tane-output-\(UUID())")
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    handle = try FileHandle(forWritingTo: url)
  }

  func finish() throws -> String {
    try handle.close()
    defer { try? FileManager.default.removeItem(at: url) }
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
