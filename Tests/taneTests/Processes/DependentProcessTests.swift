import Foundation
import SystemPackage
import TaneProcesses
import Testing

@Suite("Programs that end with this process")
struct DependentProcessTests {
  private static func shell(_ script: String) throws -> DependentProcess {
    try DependentProcess(
      command: ["/bin/sh", "-c", script],
      environment: ["PATH": "/usr/bin:/bin", "NAME": "麺屋"]
    )
  }

  @Test("Both outputs of a dependent program are read line by line until it ends")
  func lines() async throws {
    let program = try Self.shell("echo $NAME; echo 'a b' >&2; printf end")
    var lines: [String] = []
    for await line in program.lines { lines.append(line) }
    #expect(lines == ["麺屋", "a b", "end"])
    await program.end()
  }

  @Test("A dependent program and the programs that it started are killed at its end")
  func ends() async throws {
    let program = try Self.shell("sleep 600 & echo started; trap '' TERM; wait; wait")
    for await line in program.lines where line == "started" { break }
    await program.end()
    // The output ends when no program can write to it anymore.
    for await _ in program.lines {}
  }

  @Test("A dependent program is killed when its object is released")
  func releases() async throws {
    let lines = try Self.shell("echo started; exec sleep 600").lines
    for await _ in lines {}
  }

  @Test("A missing dependent program is named in the output")
  func missing() async throws {
    let program = try DependentProcess(command: ["/nonexistent"], environment: [:])
    var lines: [String] = []
    for await line in program.lines { lines.append(line) }
    #expect(lines.first?.contains("/nonexistent") == true)
  }
}
