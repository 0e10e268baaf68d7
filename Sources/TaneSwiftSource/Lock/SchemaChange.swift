import TaneCore

/// A change to a type or key, with its effects on compatibility.
struct SchemaChange {
  let clause: String
  /// A Boolean value indicating whether the new types may fail to decode the old types' data.
  let breaksOldData: Bool
  /// A Boolean value indicating whether the old types may fail to decode the new types' data.
  let breaksReleases: Bool
  /// A Boolean value indicating whether the sources show enough to determine the effects.
  let isChecked: Bool
  /// The remedy as a clause, if any.
  let advice: String?
  /// The changed type in the old version, followed by the keys below it.
  let oldPath: [String]
  let newPath: [String]

  /// Returns the change as a finding at the new declaration, with the old declaration as a note.
  func diagnostic(old: SchemaPositions, new: SchemaPositions) -> Diagnostic {
    let places = [new[newPath], old[oldPath]].compactMap { $0 }
    let notes =
      places.count == 2 ? [Diagnostic.Note("it is recorded here", at: places[1])] : []
    return Diagnostic(
      severity,
      code,
      ([clause] + [consequence, advice].compactMap { $0 }).joined(separator: "; "),
      at: places.first,
      notes: notes
    )
  }

  private var severity: Diagnostic.Severity {
    breaksOldData ? .error : breaksReleases ? .warning : .note
  }

  private var code: DiagnosticCode {
    guard isChecked else { return .uncheckedSchema }
    return breaksOldData ? .brokenSchema : breaksReleases ? .brokenReleases : .changedSchema
  }

  private var consequence: String? {
    switch (breaksOldData, breaksReleases) {
    case (true, true):
      "the new types cannot read existing data, and released apps cannot read new data"
    case (true, false): "the new types cannot read existing data"
    case (false, true): "released apps cannot read new data"
    case (false, false): nil
    }
  }
}
