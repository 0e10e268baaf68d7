import TaneCore
import TaneRendering

/// An error that stops a command, with the exit code.
struct CommandFailure: Error {
  let status: ExitStatus
  /// The message for users, in full sentences without a leading `error:`, or empty if the error has
  /// already been reported.
  let message: String
  /// Lines to print below the message.
  let details: [String]
  /// Findings to print before the message.
  let findings: [Diagnostic]

  init(
    _ status: ExitStatus,
    _ message: String,
    details: [String] = [],
    findings: [Diagnostic] = []
  ) {
    self.status = status
    self.message = message
    self.details = details
    self.findings = findings
  }

  /// Returns the failure with the exit code for the signal that interrupted the command, if any.
  func ended(by interruption: Interruption) -> CommandFailure {
    guard status == .interrupted, let status = interruption.status else { return self }
    return CommandFailure(status, message, details: details, findings: findings)
  }

  /// The JSON document of a failed command.
  var document: TreeLiteral {
    [
      "error": [
        "exitCode": .integer(Int64(status.rawValue)),
        "message": .string(([message] + details).joined(separator: "\n  ")),
      ],
      "findings": .list(findings.map(DiagnosticJSON.literal)),
    ]
  }
}
