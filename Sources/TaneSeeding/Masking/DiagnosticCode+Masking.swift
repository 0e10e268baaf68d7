public import TaneCore

extension DiagnosticCode {
  /// A mask that cannot be put where its pattern names something.
  public static let unusableMask: DiagnosticCode = "unusable-mask"
  /// The original of a masked field where it is not masked.
  public static let unmaskedOriginal: DiagnosticCode = "unmasked-original"
}
