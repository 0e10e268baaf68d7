public import TaneCore

extension DiagnosticCode {
  /// A key or an element that the type needs and the data lack.
  public static let missingKey: DiagnosticCode = "missing-key"
  /// A null where the type needs a value.
  public static let nullValue: DiagnosticCode = "null-value"
  /// A value of another type than the type reads.
  public static let mismatchedType: DiagnosticCode = "wrong-type"
  /// A text or number that is not a case of an enumeration.
  public static let unknownCase: DiagnosticCode = "unknown-case"
  /// A value of the right type that the type refuses: a date, a URL, a number out of range.
  public static let unreadableValue: DiagnosticCode = "unreadable-value"
  /// A key or an element that no type reads.
  public static let unreadKey: DiagnosticCode = "unread-key"
  /// A coding key that the decoder's strategy for keys never results in.
  public static let unmatchedKey: DiagnosticCode = "unmatched-key"
  /// A value that the type writes back otherwise than it was.
  public static let roundTrip: DiagnosticCode = "round-trip"
  /// An optional property that no data ever hold.
  public static let neverPresent: DiagnosticCode = "never-present"
  /// A case of an enumeration that no data ever hold.
  public static let neverExercised: DiagnosticCode = "never-exercised"
}
