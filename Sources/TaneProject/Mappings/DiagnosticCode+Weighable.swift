import TaneCore

extension DiagnosticCode {
  /// The codes of findings about data and types whose severity is configurable, with their
  /// descriptions for editors.
  static let weighable: KeyValuePairs<DiagnosticCode, String> = [
    "missing-key": "A key that the type needs and the data lack.",
    "null-value": "A null where the type needs a value.",
    "wrong-type": "A value of another type than is read.",
    "unknown-case": "A value that is not a case of an enumeration.",
    "unreadable-value": "A value of the right type that the type refuses: a date, a URL, a number.",
    "unread-key": "A key that no type reads.",
    "unmatched-key": "A coding key that the decoder's strategy for keys never results in.",
    "round-trip": "A value that the type writes back otherwise than it was.",
    "never-present": "An optional property that no data ever hold.",
    "never-exercised": "A case of an enumeration that no data ever hold.",
    .mapBecomesList: "A map that the Realtime Database gives back as a list.",
    .listBecomesMap: "A list that the Realtime Database gives back as a map.",
    .emptyVanishes: "An empty list or map, or a null, that the Realtime Database does not keep.",
    .unmatchedMapping: "A mapping of nodes that no data describe.",
  ]

  /// The names of these codes, in display order.
  static let weighableNames = weighable.map(\.key.rawValue)
}
