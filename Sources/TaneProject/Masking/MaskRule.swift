package import TaneCore

/// A rule under `masks:` for the nodes that a pattern matches.
package struct MaskRule: Sendable, Hashable {
  /// The pattern of the nodes, documents, accounts, objects or fields to mask.
  package let pattern: AddressPattern
  /// The mask for values, or nil if the rule is for keys only.
  package let value: Mask?
  /// The mask for keys, or nil if the rule is for values only.
  package let key: Mask?
  package let position: SourcePosition?
}
