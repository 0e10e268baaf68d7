import Foundation
import TestSupport
import Testing

/// Tests `.ci/watch` with a script in place of the tests.
@Suite("Test watchdog")
struct WatchdogTests {
  private static let log = """
    ◇ Test run started.
    ◇ Test "one" started.
    ◇ Test two() started.
    ◇ Test "three" started.
    ◇ Test case passing 1 argument a → 1 to "three" started.
    ✔ Test "one" passed after 0.1 seconds.
    ✔ Test "three" with 4 test cases passed after 0.2 seconds.
    """

  private func watch(_ script: String) async throws -> TestProgram.Result {
    let project = try TemporaryProject(["log": Self.log + "\n"])
    let watchdog = TemporaryProject.repository.appending(path: ".ci/watch").path
    return try await TestProgram.run(
      [watchdog, "86400", "copy", "/bin/sh", "-c", "cat log; \(script)"],
      in: project.root,
      variables: TaneProcess.variables([:])
    )
  }

  @Test("The watchdog names unfinished tests after a crash and fails")
  func crash() async throws {
    let result = try await watch("kill -KILL $$")
    #expect(result.status == 137)
    #expect(
      result.output == """
        \(Self.log)

        == The tests ended without a result (exit code 137). Tests that had begun and not ended:
          two()

        """
    )
  }

  @Test("The watchdog names unfinished tests after the time limit and prints stacks")
  func hang() async throws {
    // A signal simulates the time limit.
    let result = try await watch("kill -USR1 $PPID; exec sleep 86400")
    #expect(result.status == 124)
    let parts = result.output.split(separator: "\n\n")
    #expect(
      parts.dropFirst().first == """
        == The tests did not end within 86400 s. Tests that have begun and not ended:
          two()
        """
    )
    #expect(parts.last?.hasPrefix("-- process ") == true)
    #expect(parts.last?.contains("Thread 1 ") == true || parts.last?.contains("State:") == true)
  }

  @Test("The watchdog returns the exit code of finished tests")
  func result() async throws {
    for (line, status) in [
      ("✔ Test run with 3 tests passed", 0), ("✘ Test run with 3 tests failed", 1),
    ] {
      let result = try await watch("echo '\(line)'; exit \(status)")
      #expect(result.status == Int32(status))
      #expect(result.output == "\(Self.log)\n\(line)\n")
    }
  }
}
