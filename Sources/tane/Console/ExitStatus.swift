import TaneKit

/// The exit codes of the contract; 64, wrong usage, is also what the argument parser exits with.
enum ExitStatus: Int32 {
  /// Nothing to report.
  case clean = 0
  /// Differences or invalid data were found.
  case found = 1
  /// The command could not do what it was asked.
  case failed = 2
  /// A guard refused it, or the person said no.
  case refused = 3
  /// A part was applied.
  case partlyApplied = 4
  /// The arguments make no sense.
  case usage = 64
  /// Ended by SIGHUP, as when a terminal is closed.
  case hungUp = 129
  /// Ctrl-C.
  case interrupted = 130
  /// Ended by SIGQUIT, Ctrl-\\ on a terminal.
  case quit = 131
  /// Ended by SIGTERM, as service managers do.
  case terminated = 143
}

extension ExitStatus {
  /// The exit code of an operation that failed.
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
