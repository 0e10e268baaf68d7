import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A message that is printed to standard error when this process ends, even by a crash.
///
/// A small program prints the message when this process's end of a pipe is closed.
package final class ExitMessage: Sendable {
  private let text: TemporaryFile
  private let pipe: FileDescriptor

  /// Creates an empty message, or returns nil if the program that prints it cannot be started.
  package init?() {
    guard let text = try? TemporaryFile(), let ends = try? FileDescriptor.pipe() else { return nil }
    // Other programs must not inherit this end, since they would keep the pipe open.
    _ = fcntl(ends.writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
    let program = try? ChildProcess(
      command: ["/bin/sh", "-c", "cat;cat <&1 >&2"],
      environment: ["PATH": "/usr/bin:/bin"],
      input: .descriptor(ends.readEnd),
      output: .descriptor(text.descriptor)
    )
    try? ends.readEnd.close()
    self.text = text
    pipe = ends.writeEnd
    if program == nil { return nil }
  }

  deinit {
    clear()
    try? pipe.close()
  }

  package func set(_ text: String) {
    clear()
    var text = text
    _ = text.withUTF8 { pwrite(self.text.descriptor.rawValue, $0.baseAddress, $0.count, 0) }
  }

  package func clear() { ftruncate(text.descriptor.rawValue, 0) }
}
