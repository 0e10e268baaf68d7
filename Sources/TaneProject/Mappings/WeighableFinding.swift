import TaneCore

/// A kind of finding whose weight `severity` can change: what `tane validate` says of data and of the
/// types that read them, as far as an app can live with it.
struct WeighableFinding {
  /// The code as it is printed.
  let code: DiagnosticCode
  /// What the finding is about, for the documentation in editors.
  let summary: String

  /// All of them, in the order in which they are shown.
  static let all = [
    WeighableFinding(code: "missing-key", summary: "A key that the type needs and the data lack."),
    WeighableFinding(code: "null-value", summary: "A null where the type needs a value."),
    WeighableFinding(code: "wrong-type", summary: "A value of another type than is read."),
    WeighableFinding(code: "unknown-case", summary: "A value that is no case of an enumeration."),
    WeighableFinding(
      code: "unreadable-value",
      summary: "A value of the right type that the type refuses: a date, a URL, a number."
    ),
    WeighableFinding(
      code: "trapping-init",
      summary: "A value over which the type's init(from:) stops the program."
    ),
    WeighableFinding(code: "unread-key", summary: "A key that no type reads."),
    WeighableFinding(
      code: "round-trip",
      summary: "A value that the type writes back otherwise than it was."
    ),
    WeighableFinding(
      code: "never-present",
      summary: "An optional property that no data ever hold."
    ),
    WeighableFinding(
      code: "never-exercised",
      summary: "A case of an enumeration that no data ever hold."
    ),
    WeighableFinding(
      code: .mapBecomesList,
      summary: "A map that the Realtime Database gives back as a list."
    ),
    WeighableFinding(
      code: .listBecomesMap,
      summary: "A list that the Realtime Database gives back as a map."
    ),
    WeighableFinding(
      code: .emptyVanishes,
      summary: "An empty list or map, or a null, that the Realtime Database does not keep."
    ),
    WeighableFinding(
      code: .unmatchedMapping,
      summary: "A mapping of nodes that no data describe."
    ),
  ]

  /// The codes as they are printed, in the order in which they are shown.
  static let names = all.map(\.code.rawValue)
}
