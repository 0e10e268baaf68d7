import TaneCore

/// Something that `tane demo check` asks about an environment, and what it found.
struct DemoQuestion {
  /// What is asked about, in a word.
  let name: String
  /// What was found, a clause.
  let answer: String
  var findings: [Diagnostic] = []
  /// What was not looked at and why, one clause each.
  var notChecked: [String] = []
}

extension DiagnosticCode {
  /// What an environment holds is not what the fixtures say.
  static let differsFromFixtures: DiagnosticCode = "differs-from-fixtures"
  /// A date of the fixtures lay ahead at the last seed, and does not any more.
  static let passedDate: DiagnosticCode = "passed-date"
  /// A link of the fixtures leads nowhere.
  static let brokenLink: DiagnosticCode = "broken-link"
  /// An account cannot sign in with the password of the fixtures.
  static let failedSignIn: DiagnosticCode = "failed-sign-in"
}
