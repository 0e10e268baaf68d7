public import TaneCore

/// A type and a pattern for the nodes that it decodes, each separately.
public struct MappingRule: Sendable, Hashable {
  /// The nodes: `shops:/shops`, `users:/users/*/settings`; patterns with `**` are not allowed.
  public let pattern: AddressPattern
  /// The type as Swift spells it: `[String: UserInformation]`.
  public let type: String
  /// The decoding settings: the file's defaults overridden by the rule.
  public let settings: MappingSettings
  /// The position of the pattern in the mappings.
  public let position: SourcePosition?
  /// The position of the type in the mappings.
  public let typePosition: SourcePosition?
}
