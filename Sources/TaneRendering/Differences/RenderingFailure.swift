package import TaneCore

/// An error that prevents rendering differences in the requested format.
package struct RenderingFailure: Error {
  /// The category of a rendering failure.
  package enum Reason: Sendable {
    /// The format does not apply to the compared data.
    case usage
    /// The data is invalid, as described by the findings.
    case invalidData
    /// The format cannot represent the data.
    case unsupported
  }

  package let reason: Reason
  /// The problem and a solution, as a clause without a final period.
  package let message: String
  package let findings: [Diagnostic]

  package init(_ reason: Reason, _ message: String, findings: [Diagnostic] = []) {
    (self.reason, self.message, self.findings) = (reason, message, findings)
  }
}
