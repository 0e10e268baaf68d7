package import TaneCore

extension DiagnosticCode {
  /// An invalid argument of a tag.
  package static let invalidExpression: DiagnosticCode = "invalid-expression"
  /// A date, a time or a time zone that does not exist.
  package static let invalidDate: DiagnosticCode = "invalid-date"
  /// Tags that generate more values than the limit.
  package static let expansionLimit: DiagnosticCode = "expansion-limit"
  /// A cycle of files, definitions or references.
  package static let expressionCycle: DiagnosticCode = "expression-cycle"
  /// A reference to a value that no fixture describes.
  package static let missingReference: DiagnosticCode = "missing-reference"
}
