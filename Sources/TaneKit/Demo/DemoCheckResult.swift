package import TaneCore

/// A check of `tane demo check` with its result.
package struct DemoCheckResult {
  /// The subject, in one word.
  package let name: String
  /// The result as a clause.
  package let answer: String
  package var findings: [Diagnostic] = []
  /// The parts that were not checked, each with its reason as a clause.
  package var notChecked: [String] = []

  package init(
    name: String,
    answer: String,
    findings: [Diagnostic] = [],
    notChecked: [String] = []
  ) {
    (self.name, self.answer, self.findings) = (name, answer, findings)
    self.notChecked = notChecked
  }
}

extension DiagnosticCode {
  /// A difference between the environment and the fixtures.
  static let differsFromFixtures: DiagnosticCode = "differs-from-fixtures"
  /// A date in the fixtures that was in the future at the last seed and has passed.
  static let passedDate: DiagnosticCode = "passed-date"
  /// A broken link in the fixtures.
  static let brokenLink: DiagnosticCode = "broken-link"
  /// An account that cannot sign in with the password in the fixtures.
  static let failedSignIn: DiagnosticCode = "failed-sign-in"
}
