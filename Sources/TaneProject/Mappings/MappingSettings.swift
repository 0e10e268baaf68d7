package import TaneCore

/// Settings for decoding the data of a mapping, and for the severity of findings about the data.
package struct MappingSettings: Sendable, Hashable {
  /// The decoder that the app uses.
  package enum Decoder: String, Sendable, Hashable, CaseIterable {
    /// Firebase's own decoder, used by `data(as:)`.
    case firebase
    /// Foundation's `JSONDecoder`.
    case json
  }

  /// The severity of a finding.
  package enum ConfiguredSeverity: String, Sendable, Hashable, CaseIterable {
    /// The finding is an error, and the check fails.
    case error
    /// The finding is a warning.
    case warning
    /// The finding is a note.
    case note
    /// The finding is not reported.
    case ignore
  }

  /// The decoder that the app uses.
  package var decoder = Decoder.firebase
  package var strategies = DecodingStrategies()
  /// The severities that differ from the defaults, by code.
  package var severities: [DiagnosticCode: ConfiguredSeverity] = [:]

  package init() {}

  /// Returns the severity of findings with a code: the configured severity or, without one, the
  /// usual severity; nil if the findings are not reported.
  package func severity(
    _ usual: Diagnostic.Severity,
    of code: DiagnosticCode
  ) -> Diagnostic.Severity? {
    switch severities[code] {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .ignore: nil
    case nil: usual
    }
  }
}
