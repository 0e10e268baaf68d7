package import TaneCore

/// A rule that assigns the type for decoding to each node that matches a pattern.
package struct MappingRule: Sendable, Hashable {
  /// The pattern of the nodes: `shops:/shops`, `users:/users/*/settings`; `**` is not allowed.
  package let pattern: AddressPattern
  /// The type in Swift syntax, such as `[String: UserInformation]`.
  package let type: String
  /// The decoding settings: the file's defaults overridden by the rule.
  package let settings: MappingSettings
  /// The position of the pattern in the mappings.
  package let position: SourcePosition?
  /// The position of the type in the mappings.
  package let typePosition: SourcePosition?
}
