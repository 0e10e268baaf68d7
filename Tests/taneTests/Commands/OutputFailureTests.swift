import Foundation
import TestSupport
import Testing

@Suite(
  "Unwritable standard output",
  .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full")
)
struct OutputFailureTests {
  @Test("Every command exits with 2 and the reason if its output is unwritable")
  func full() async throws {
    let project = try TemporaryProject()
    for arguments in ["env list", "env list --json", "diff", "seed --dry-run"] {
      for (output, reason) in [("> /dev/full", "the disk is full"), (">&-", "it is closed")] {
        let result = try await shell("tane \(arguments) \(output)", in: project)
        #expect(result.status == 2, "\(arguments) \(output)")
        #expect(result.errors == "error: the output cannot be written: \(reason)\n")
      }
    }
    for arguments in ["--help", "--version", "seed --help"] {
      let result = try await shell("tane \(arguments) > /dev/full", in: project)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors == "error: the output cannot be written: the disk is full\n")
    }
  }

  @Test("A command whose output is no longer read ends without a message, with exit code 141")
  func closedPipe() async throws {
    let project = try TemporaryProject()
    for arguments in [["diff"], ["env", "list"]] {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let run = try await BackgroundTane(arguments, in: project, output: pipe.fileHandleForWriting)
      #expect(await run.errors.next() == nil)
      #expect(await run.end() == 141)
    }
  }

  @Test("A seed with unwritable output reports that it has written")
  func seeded() async throws {
    let project = try TemporaryProject()
    let result = try await shell("tane seed > /dev/full", in: project)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        writing shops atomically: 1 write
        local was written and verified
        error: the output cannot be written: the disk is full

        """
    )
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("Files of a process without standard streams are not overwritten")
  func closed() async throws {
    let project = try TemporaryProject()
    _ = try await shell("tane seed >&- 2>&- <&-", in: project)
    #expect(try await project.tane("diff").status == 0)
    #expect(try project.read(".tane/embedded/local.lock").isEmpty)
  }

  /// Runs a line of shell script, in which `tane` is the program of this build.
  private func shell(
    _ line: String,
    in project: TemporaryProject
  ) async throws -> TaneProcess.Result {
    try await TaneProcess.run(
      ["-c", "tane() { '\(TaneProcess.binary.path)' \"$@\"; }; \(line)"],
      in: project.root,
      executable: URL(filePath: "/bin/sh")
    )
  }
}
