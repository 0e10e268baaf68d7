package import TaneCore

extension DiagnosticCode {
  /// A mask that is not usable for values that its pattern matches.
  package static let unusableMask: DiagnosticCode = "unusable-mask"
  /// The original of a masked field in a field that is not masked.
  package static let unmaskedOriginal: DiagnosticCode = "unmasked-original"
}
