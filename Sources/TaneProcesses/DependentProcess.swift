import Dispatch
import Synchronization
package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that ends with this process, even if this process is killed.
///
/// A shell starts the program in a separate session, which Ctrl-C in the terminal does not reach.
/// The shell kills the program when this process's end of a pipe is closed.
package final class DependentProcess: Sendable {
  private static let script = #""$@" </dev/null & exec >/dev/null 2>&1; cat; kill -9 0"#

  /// The lines of the program's output, which can be iterated only once.
  package let lines: AsyncStream<String>
  private let shell: ChildProcess
  private let lifeline: Mutex<FileDescriptor?>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The path of the program, followed by its arguments.
  ///   - environment: The program's environment variables.
  /// - Throws: The system's error if the shell cannot be started. If the shell cannot start the
  ///   program, the output contains the reason.
  package init(command: [String], environment: [String: String]) throws(Errno) {
    let (lifeline, output) = (try Self.pipe(), try Self.pipe())
    defer {
      try? lifeline.readEnd.close()
      try? output.writeEnd.close()
    }
    self.lifeline = Mutex(lifeline.writeEnd)
    do {
      shell = try ChildProcess(
        command: ["/bin/sh", "-c", Self.script, "sh"] + command,
        environment: environment,
        input: .descriptor(lifeline.readEnd),
        output: .descriptor(output.writeEnd),
        errors: .descriptor(output.writeEnd),
        startsSession: true
      )
    } catch {
      try? lifeline.writeEnd.close()
      try? output.readEnd.close()
      throw error
    }
    lines = Self.lines(of: output.readEnd)
  }

  deinit { close() }

  /// Kills the program, and waits until it has ended.
  package func end() async {
    close()
    _ = await shell.waitUntilEnd()
  }

  private func close() {
    lifeline.withLock { lifeline in
      try? lifeline?.close()
      lifeline = nil
    }
  }

  /// Creates a pipe that other programs do not inherit.
  private static func pipe() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    do {
      let ends = try FileDescriptor.pipe()
      for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
      return ends
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func lines(of file: FileDescriptor) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "tane.dependent-process").async {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
        var parts = (rest + buffer[..<count])
          .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(parts.removeLast())
        for part in parts { continuation.yield(String(decoding: part, as: UTF8.self)) }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
      try? file.close()
    }
    return stream
  }
}
