package import TaneCore

/// A pattern of nodes, and the type that decodes each of them.
package struct MappingRule: Sendable, Hashable {
  /// The pattern of the nodes: `shops:/shops`, `users:/users/*/settings`; `**` is not allowed.
  package let pattern: AddressPattern
  /// The type in Swift syntax: `[String: UserInformation]`.
  package let type: String
  /// The decoding settings: the file's defaults overridden by the rule.
  package let settings: MappingSettings
  /// The position of the pattern in the mappings.
  package let position: SourcePosition?
  /// The position of the type in the mappings.
  package let typePosition: SourcePosition?
}
