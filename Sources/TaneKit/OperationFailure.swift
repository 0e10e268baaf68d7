import TaneCore
import TaneSeeding

/// The reason why an operation ended before its result.
package struct OperationFailure: Error {
  /// The kind of a failure.
  package enum Reason: Sendable, Hashable {
    /// Differences or invalid data were found.
    case found
    /// The operation could not be carried out.
    case failed
    /// A guard refused it, or a person declined.
    case refused
    /// A part was applied.
    case partlyApplied
    /// The operation does not fit the project.
    case usage
    /// It was interrupted.
    case interrupted
  }

  package let reason: Reason
  /// Sentences for people, without a leading `error:`.
  package let message: String

  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Converts an error of any layer below.
  package init(_ error: any Error) {
    switch error {
    case let failure as OperationFailure: self = failure
    case let error as StoreError: self.init(.failed, error.description)
    case is CancellationError: self.init(.interrupted, "interrupted")
    case let use as EnvironmentInUse: self.init(.failed, "\(use)")
    default: self.init(.failed, "\(error)")
    }
  }
}
