package import TaneCore

extension DiagnosticCode {
  /// A required key or element that is missing in the data.
  package static let missingKey: DiagnosticCode = "missing-key"
  /// A null where the type requires a value.
  package static let nullValue: DiagnosticCode = "null-value"
  /// A value whose type is not the expected one.
  package static let mismatchedType: DiagnosticCode = "wrong-type"
  /// A string or number that is not a case of an enumeration.
  package static let unknownCase: DiagnosticCode = "unknown-case"
  /// A value of the right kind that the type rejects, such as an invalid date or URL, or a number
  /// out of range.
  package static let unreadableValue: DiagnosticCode = "unreadable-value"
  /// A key or an element that no type reads.
  package static let unreadKey: DiagnosticCode = "unread-key"
  /// A coding key that the decoder's key strategy never produces.
  package static let unmatchedKey: DiagnosticCode = "unmatched-key"
  /// A value that the type writes back differently.
  package static let roundTrip: DiagnosticCode = "round-trip"
  /// An optional property that is never present in the data.
  package static let neverPresent: DiagnosticCode = "never-present"
  /// A case of an enumeration that never occurs in the data.
  package static let neverExercised: DiagnosticCode = "never-exercised"
}
