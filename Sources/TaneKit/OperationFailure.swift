public import TaneCore
import TaneProject
import TaneSeeding

/// The reason why an operation ended before its result.
public struct OperationFailure: Error, Sendable {
  /// The kind of a failure.
  public enum Reason: Sendable, Hashable {
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

  /// The kind of the failure.
  public let reason: Reason
  /// Sentences for people, without a leading `error:`.
  public let message: String
  /// Lines below the message.
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

  /// The failure of reading back what was written.
  init(readingBack error: StoreError, environment: String) {
    self.init(
      .partlyApplied,
      "\(error); \(environment) was written to the end, but not read back: run tane diff to verify it"
    )
  }

  /// Converts an error of any layer below.
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
  /// The message, and the findings behind it, one a line.
  public var description: String {
    ([message] + findings.map(\.description)).joined(separator: "\n")
  }
}

extension Sequence<Diagnostic> {
  /// The reason for ending because of errors: `failed` if a file could not be read.
  package var failureReason: OperationFailure.Reason {
    contains { $0.severity == .error && $0.code == .unreadableFile } ? .failed : .found
  }
}
