import ArgumentParser
import Foundation
import Synchronization
import SystemPackage
import TaneProject
import TaneServices

@testable import tane

/// Runs commands in this process, with network settings that a test chooses.
struct InProcessTane: Sendable {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  let root: URL
  let variables: [String: String]
  var network: NetworkSettings

  /// Returns settings with a timeout for responses and without real delays, on a clock that
  /// advances only during delays.
  static func impatient(_ timeout: Duration) -> NetworkSettings {
    let system = ServiceClock.system
    let skipped = SkippedTime()
    return NetworkSettings(
      timeouts: .init(connect: .seconds(900), idle: timeout),
      policy: RetryPolicy(attempts: 3),
      clock: ServiceClock(
        uptime: { skipped.duration },
        wallTime: system.wallTime,
        sleep: { duration in
          try Task.checkCancellation()
          skipped.add(duration)
        },
        random: { 0 }
      )
    )
  }

  func seed(_ arguments: String...) async throws -> Result {
    let command = try SeedCommand.parse(arguments)
    return await run { try await SeedRun(command: command.request, context: $0).run() }
  }

  func diff(_ arguments: String...) async throws -> Result {
    let command = try DiffCommand.parse(arguments)
    return await run { try await DiffSession(command, context: $0).run() }
  }

  func pull(_ arguments: String...) async throws -> Result { try await pull(arguments) }

  func pull(_ arguments: [String]) async throws -> Result {
    let command = try PullCommand.parse(arguments)
    return await run { try await command.run(in: $0) }
  }

  func run(
    _ body: (CommandContext) async throws -> ExitStatus
  ) async -> Result {
    let text = CapturedText()
    let context = CommandContext(
      .success(Project(root: FilePath(root.path))),
      variables: variables,
      console: Console { text.append($0, isError: $1) },
      isJSON: false,
      network: network
    )
    let status = await context.run(body)
    return Result(status: status.rawValue, output: text.output, errors: text.errors)
  }
}

/// The output of a command.
private final class CapturedText: Sendable {
  private let text = Mutex((output: "", errors: ""))

  var output: String { text.withLock { $0.output } }
  var errors: String { text.withLock { $0.errors } }

  func append(_ more: String, isError: Bool) {
    text.withLock { text in
      if isError { text.errors += more } else { text.output += more }
    }
  }
}

/// The sum of skipped delays.
private final class SkippedTime: Sendable {
  private let skipped = Mutex(Duration.zero)

  var duration: Duration { skipped.withLock { $0 } }

  func add(_ more: Duration) { skipped.withLock { $0 += more } }
}
