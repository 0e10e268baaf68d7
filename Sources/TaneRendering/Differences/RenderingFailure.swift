package import TaneCore

/// Why differences cannot be shown in the way that was asked for.
package struct RenderingFailure: Error {
  /// What stands in the way.
  package enum Reason: Sendable {
    /// What was asked for does not go with what was compared.
    case usage
    /// The data break a rule: the findings say where.
    case invalidData
    /// The data cannot be said in this way.
    case unsupported
  }

  package let reason: Reason
  /// What was found and what to do, a clause without a full stop.
  package let message: String
  package let findings: [Diagnostic]

  package init(_ reason: Reason, _ message: String, findings: [Diagnostic] = []) {
    (self.reason, self.message, self.findings) = (reason, message, findings)
  }
}
