public import TaneCore

/// A type and the nodes that it reads, each of them on its own.
public struct MappingRule: Sendable, Hashable {
  /// The nodes: `shops:/shops`, `users:/users/*/settings`; never one with `**`.
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
