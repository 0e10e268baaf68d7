import Foundation
import TestSupport
import Testing

@testable import TaneServices

@Suite("Credential programs")
struct ProgramRunTests {
  /// A clock with which no time limit is reached.
  private static let endless = ServiceClock(
    uptime: { .zero },
    wallTime: { 0 },
    sleep: { _ in try await Task.sleep(for: .seconds(86_400)) },
    random: { 0 }
  )

  private static func output(
    of words: String...,
    within limit: Duration = .seconds(30),
    on clock: ServiceClock = endless
  ) async throws -> String {
    let turn = await ProgramTurn()
    defer { withExtendedLifetime(turn) {} }
    let bytes = try await ProgramRun.output(
      of: words,
      ProcessInfo.processInfo.environment,
      within: limit,
      clock
    )
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A program's output is complete when it ends, even if a child keeps the file open")
  func descendants() async throws {
    let output = try await Self.output(of: "sh", "-c", "sleep 86400 & echo $!")
    let descendant = try #require(pid_t(output.trimmingCharacters(in: .newlines)))
    #expect(kill(descendant, SIGKILL) == 0)
  }

  @Test("A credential program that prints more than 1 MiB is stopped, or its output is rejected")
  func bounded() async throws {
    let looking = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { _ in
        try Task.checkCancellation()
        await Task.yield()
      },
      random: { 0 }
    )
    let endless = await #expect(throws: ProgramRun.Failure.self) {
      _ = try await Self.output(of: "yes", within: .seconds(1 << 40), on: looking)
    }
    #expect(endless?.description == "it printed more than 1 MiB")
    let ended = await #expect(throws: ProgramRun.Failure.self) {
      _ = try await Self.output(of: "sh", "-c", "head -c 1048577 /dev/zero")
    }
    #expect(ended?.description == "it printed more than 1 MiB")
    let most = try await Self.output(of: "sh", "-c", "head -c 1048576 /dev/zero")
    #expect(most.utf8.count == 1_048_576)
  }

  @Test("The reason is reported if a program fails, takes too long or cannot start")
  func failures() async throws {
    func reason(_ words: String, on clock: ServiceClock = Self.endless) async -> String? {
      await #expect(throws: ProgramRun.Failure.self) {
        _ = try await Self.output(of: "sh", "-c", words, on: clock)
      }?.description
    }
    #expect(await reason("echo token; exit 3") == "it exited with code 3")
    #expect(await reason("kill -ABRT $$") == "it was terminated by signal 6")
    #expect(await reason("kill -KILL $$") == "it was terminated by signal 9")
    let instant = ServiceClock(
      uptime: { .zero },
      wallTime: { 0 },
      sleep: { _ in },
      random: { 0 }
    )
    #expect(
      await reason("exec sleep 86400", on: instant)
        == "it took longer than its \"timeout_millis\" allows"
    )
    let missing = await #expect(throws: ProgramRun.Failure.self) {
      _ = try await Self.output(of: "/nowhere/program")
    }
    #expect(missing?.description == "it cannot be started: No such file or directory")
  }
}
