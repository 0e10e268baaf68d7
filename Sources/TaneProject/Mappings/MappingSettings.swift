public import TaneCore

/// How an app reads the data of a mapping, and how much findings about them weigh.
public struct MappingSettings: Sendable, Hashable {
  /// The decoder that the app uses.
  public enum Decoder: String, Sendable, Hashable, CaseIterable {
    /// Firebase's own, behind `data(as:)`.
    case firebase
    /// Foundation's `JSONDecoder`.
    case json
  }

  /// How much a finding weighs.
  public enum Weight: String, Sendable, Hashable, CaseIterable {
    /// It fails a check.
    case error
    /// It is probably not meant.
    case warning
    /// It is something to know.
    case note
    /// It is not reported.
    case ignore
  }

  /// The decoder that the app uses.
  public var decoder = Decoder.firebase
  /// How the decoder is set up.
  public var strategies = DecodingStrategies()
  /// How much findings weigh, where it is not as usual.
  public var weights: [DiagnosticCode: Weight] = [:]

  /// Creates the settings that hold when nothing is said.
  public init() {}

  /// How much a finding of a code weighs; nil where it is not reported.
  public func severity(
    _ usual: Diagnostic.Severity,
    of code: DiagnosticCode
  ) -> Diagnostic.Severity? {
    switch weights[code] {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .ignore: nil
    case nil: usual
    }
  }
}
