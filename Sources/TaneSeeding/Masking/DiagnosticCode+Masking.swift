package import TaneCore

extension DiagnosticCode {
  /// A mask that cannot be applied to the values that its pattern matches.
  package static let unusableMask: DiagnosticCode = "unusable-mask"
  /// An original value of a masked field that also occurs in an unmasked field.
  package static let unmaskedOriginal: DiagnosticCode = "unmasked-original"
}
