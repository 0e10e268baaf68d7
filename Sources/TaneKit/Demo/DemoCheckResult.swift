package import TaneCore

/// The result of one check of `tane demo check`.
package struct DemoCheckResult {
  /// The name of the check, one word such as `links`.
  package let name: String
  /// The result as a clause.
  package let answer: String
  package var findings: [Diagnostic] = []
  /// The skipped checks and the reasons, as clauses.
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
  /// A date in the fixtures that was in the future at the last seed and has since passed.
  static let passedDate: DiagnosticCode = "passed-date"
  /// A broken link in the fixtures.
  static let brokenLink: DiagnosticCode = "broken-link"
  /// An account that cannot sign in with the password in the fixtures.
  static let failedSignIn: DiagnosticCode = "failed-sign-in"
}
