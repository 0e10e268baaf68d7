import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the process's own streams need before a command runs.
enum StandardStreams {
  /// Makes output that cannot be written a failure which the command learns of.
  static func prepare() {
    reserveDescriptors()
    surviveClosedPipes()
    // What the argument parser prints goes through the C library, which writes it at the end.
    atexit {
      guard fflush(nil) != 0 else { return }
      let reason = StandardStreams.reason(Errno(rawValue: errno))
      _ = try? FileDescriptor.standardError.writeAll(
        "error: the output cannot be written: \(reason)\n".utf8
      )
      _exit(ExitStatus.failed.rawValue)
    }
  }

  /// Makes a reader that has gone an error of the write, rather than the end of the process.
  ///
  /// A handler, unlike a signal that is ignored, is not passed on to the programs that are run.
  static func surviveClosedPipes() {
    signal(SIGPIPE) { _ in }
  }

  /// Why output cannot be written, in words.
  static func reason(_ error: Errno) -> String {
    switch error {
    case .brokenPipe: "its reader has ended"
    case .noSpace: "the disk is full"
    case .badFileDescriptor: "it is closed"
    default: error.description
    }
  }

  /// Keeps files from being opened in the place of a stream that the process was started without: what is
  /// printed would be written into them.
  private static func reserveDescriptors() {
    for number in 0...2 as ClosedRange<Int32> {
      guard (try? FileDescriptor(rawValue: number).stat()) == nil else { continue }
      _ = try? FileDescriptor.open("/dev/null", .readOnly)
    }
  }
}
