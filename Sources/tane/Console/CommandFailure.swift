import TaneCore

/// Why a command ends before its result, and with which exit code.
struct CommandFailure: Error {
  let status: ExitStatus
  /// Sentences for people, without the leading `error:`; empty where all has been said.
  let message: String
  /// Findings to print before the message.
  let findings: [Diagnostic]

  init(_ status: ExitStatus, _ message: String, findings: [Diagnostic] = []) {
    self.status = status
    self.message = message
    self.findings = findings
  }
}
