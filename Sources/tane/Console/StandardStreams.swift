import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The setup of the process's standard streams, before a command runs.
enum StandardStreams {
  /// Ensures that a failed write is reported, and does not silently lose output or end the process.
  static func prepare() {
    reserveDescriptors()
    ignoreClosedPipes()
    // The argument parser prints through the C library, which flushes its buffers on exit.
    atexit {
      guard fflush(nil) != 0 else { return }
      // A reader such as `head` may exit before it has read everything.
      if errno == EPIPE { _exit(ExitStatus.unread.rawValue) }
      let reason = StandardStreams.reason(Errno(rawValue: errno))
      _ = try? FileDescriptor.standardError.writeAll(
        "error: the output cannot be written: \(reason)\n".utf8
      )
      _exit(ExitStatus.failed.rawValue)
    }
  }

  /// Makes a write to a closed pipe fail with an error instead of ending the process.
  ///
  /// A signal handler is used because child processes would inherit an ignored signal.
  static func ignoreClosedPipes() {
    signal(SIGPIPE) { _ in }
  }

  /// Returns the reason a write failed, as a clause.
  static func reason(_ error: Errno) -> String {
    switch error {
    case .noSpace: "the disk is full"
    case .badFileDescriptor: "it is closed"
    default: error.description
    }
  }

  /// Opens `/dev/null` for missing standard streams; otherwise, another file could get their
  /// descriptors and receive output.
  private static func reserveDescriptors() {
    for number in 0...2 as ClosedRange<Int32> {
      guard (try? FileDescriptor(rawValue: number).stat()) == nil else { continue }
      _ = try? FileDescriptor.open("/dev/null", .readOnly)
    }
  }
}
