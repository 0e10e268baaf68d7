package import TaneCore

extension DiagnosticCode {
  /// An argument of a tag that means nothing.
  package static let invalidExpression: DiagnosticCode = "invalid-expression"
  /// A date, a time or a time zone that does not exist.
  package static let invalidDate: DiagnosticCode = "invalid-date"
  /// Tags that make more values than fixtures may have.
  package static let expansionLimit: DiagnosticCode = "expansion-limit"
  /// Files or definitions that stand for each other in a circle, or references that do.
  package static let expressionCycle: DiagnosticCode = "expression-cycle"
  /// A reference to what no fixture describes.
  package static let missingReference: DiagnosticCode = "missing-reference"
}
