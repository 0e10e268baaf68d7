public import TaneCore

/// A type and the nodes that it reads, each of them on its own.
public struct MappingRule: Sendable, Hashable {
  /// The nodes: `shops:/shops`, `users:/users/*/settings`; never one with `**`.
  public let pattern: AddressPattern
  /// The type as Swift spells it: `[String: UserInformation]`.
  public let type: String
  /// How the nodes are read: what the file says of all rules, under what this one says itself.
  public let settings: MappingSettings
  /// Where the mappings name the nodes.
  public let position: SourcePosition?
  /// Where the mappings name the type.
  public let typePosition: SourcePosition?
}
