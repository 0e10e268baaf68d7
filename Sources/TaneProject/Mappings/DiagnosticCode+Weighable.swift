import TaneCore

extension DiagnosticCode {
  /// The codes of findings about data and types that have a configurable severity, with
  /// descriptions for editors.
  static let configurableCodes: KeyValuePairs<DiagnosticCode, String> = [
    "missing-key": "A key that the type requires but the data lacks.",
    "null-value": "A null where the type requires a value.",
    "wrong-type": "A value whose type differs from the declared type.",
    "unknown-case": "A value that is not a case of an enumeration.",
    "unreadable-value":
      "A value of the right type that cannot be decoded, such as an invalid date or URL, or a "
      + "number out of range.",
    "unread-key": "A key that no type reads.",
    "unmatched-key": "A coding key that the decoder's key strategy never produces.",
    "round-trip": "A value that changes when it is decoded and encoded again.",
    "never-present": "An optional property that never occurs in the data.",
    "never-exercised": "A case of an enumeration that never occurs in the data.",
    .mapBecomesList: "A map that the Realtime Database returns as a list.",
    .listBecomesMap: "A list that the Realtime Database returns as a map.",
    .emptyVanishes: "An empty list or map, or a null, that the Realtime Database does not store.",
    .unmatchedMapping: "A mapping that matches no data.",
  ]

  /// The names of the codes in `configurableCodes`, in display order.
  static let configurableCodeNames = configurableCodes.map(\.key.rawValue)
}
