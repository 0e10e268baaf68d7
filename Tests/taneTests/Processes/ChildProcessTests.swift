import Foundation
import SystemPackage
import TaneProcesses
import Testing

@testable import TaneEmulator

@Suite("Child processes")
struct ChildProcessTests {
  private static func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess(command: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test("A child process ends with an exit code or signal and receives no signal afterwards")
  func endings() async throws {
    #expect(try await Self.shell("exit 7").waitUntilEnd() == .exited(7))
    let killed = try Self.shell("kill -TERM $$; exec sleep 600")
    #expect(await killed.waitUntilEnd() == .killed(signal: SIGTERM))
    #expect(!killed.isRunning)
    killed.send(SIGKILL)
    let stopped = try Self.shell("exec sleep 600")
    #expect(stopped.wait(seconds: 0) == nil)
    stopped.send(SIGINT)
    #expect(stopped.wait() == .killed(signal: SIGINT))
  }

  @Test("A child process inherits only the standard streams")
  func files() async throws {
    let file = try FileDescriptor.open("/dev/null", .readOnly)
    defer { try? file.close() }
    let child = try Self.shell("[ ! -e /dev/fd/\(file.rawValue) ]")
    #expect(await child.waitUntilEnd() == .exited(0))
  }

  @Test("Starting a missing program is an error with the reason")
  func missing() {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try ChildProcess(command: ["/nonexistent"], environment: [:])
    }
  }

  #if compiler(>=6.2)
  @Test("A child process is awaited and its output read with more than 1,024 open files")
  func manyFiles() async {
    await #expect(processExitsWith: .success) {
      OpenFileLimit.raise()
      for _ in 0..<1_100 { _ = try FileDescriptor.open("/dev/null", .readOnly) }
      let output = try TemporaryFile()
      let child = try ChildProcess(
        command: ["/bin/sh", "-c", "echo here"],
        environment: [:],
        output: .descriptor(output.descriptor)
      )
      #expect(await child.waitUntilEnd() == .exited(0))
      #expect(try output.contents() == Array("here\n".utf8))
    }
  }
  #endif
}
