public import TaneCore
import TaneProject
import TaneSeeding

/// An error that stopped an operation, with its reason.
public struct OperationFailure: Error, Sendable {
  /// The reason for a failure.
  public enum Reason: Sendable, Hashable {
    /// Differences or invalid data were found.
    case found
    /// The operation could not be carried out.
    case failed
    /// A guard refused the operation, or the user declined it.
    case refused
    /// Some changes were applied.
    case partlyApplied
    /// The arguments do not match the project, for example because an environment is unknown.
    case usage
    /// The operation was interrupted.
    case interrupted
  }

  /// The reason for the failure.
  public let reason: Reason
  /// The message for users, in full sentences without a leading `error:`.
  public let message: String
  /// Additional lines to print below the message.
  package let details: [String]
  /// Findings in the project's files that caused the failure.
  public let findings: [Diagnostic]

  package init(
    _ reason: Reason,
    _ message: String,
    details: [String] = [],
    findings: [Diagnostic] = []
  ) {
    self.reason = reason
    self.message = message
    self.details = details
    self.findings = findings
  }

  /// Creates a failure for an error that occurred while written data was read back.
  init(readingBack error: StoreError, environment: String) {
    self.init(
      .partlyApplied,
      "\(error); \(environment) was written completely, but not read back: run tane diff to verify "
        + "it"
    )
  }

  /// Converts an error from a lower layer, such as a store.
  package init(_ error: any Error) {
    switch error {
    case let failure as OperationFailure: self = failure
    case let error as StoreError: self.init(.failed, error.description)
    case is CancellationError: self.init(.interrupted, "interrupted")
    case let use as EnvironmentInUse: self.init(.failed, "\(use)")
    case let error as EnvironmentError:
      self.init(
        error.diagnostics.containsError ? error.diagnostics.failureReason : .usage,
        error.message,
        findings: error.diagnostics
      )
    default: self.init(.failed, error.sentence)
    }
  }
}

extension OperationFailure: CustomStringConvertible {
  /// The message, followed by the findings, one per line.
  public var description: String {
    ([message] + findings.map(\.description)).joined(separator: "\n")
  }
}

extension Sequence<Diagnostic> {
  /// The failure reason for findings with errors: `failed` if a file could not be read, otherwise
  /// `found`.
  package var failureReason: OperationFailure.Reason {
    contains { $0.severity == .error && $0.code == .unreadableFile } ? .failed : .found
  }
}
