import TaneKit

/// The documented exit codes; the argument parser also exits with 64, for invalid arguments.
enum ExitStatus: Int32 {
  /// The command succeeded, and found nothing to report.
  case clean = 0
  /// Differences or invalid data were found.
  case found = 1
  /// The command failed.
  case failed = 2
  /// A guard refused the command, or the user declined it.
  case refused = 3
  /// Some changes were applied.
  case partlyApplied = 4
  /// The arguments are invalid.
  case usage = 64
  /// The process received SIGHUP, for example because the terminal was closed.
  case hungUp = 129
  /// The process received SIGINT, as from Ctrl-C.
  case interrupted = 130
  /// The process received SIGQUIT, as from Ctrl-\\.
  case quit = 131
  /// The process reading the output has exited, as with SIGPIPE.
  case unread = 141
  /// The process received SIGTERM, as from a service manager.
  case terminated = 143
}

extension ExitStatus {
  /// Creates the exit code for a failed operation.
  init(_ reason: OperationFailure.Reason) {
    self =
      switch reason {
      case .found: .found
      case .failed: .failed
      case .refused: .refused
      case .partlyApplied: .partlyApplied
      case .usage: .usage
      case .interrupted: .interrupted
      }
  }
}
