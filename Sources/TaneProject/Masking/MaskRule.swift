package import TaneCore

/// A rule under `masks:` for the nodes that a pattern matches.
package struct MaskRule: Sendable, Hashable {
  /// The nodes, documents, accounts, objects and their fields.
  package let pattern: AddressPattern
  /// The mask for values, or nil if the rule is for keys only.
  package let value: Mask?
  /// The mask for keys, or nil if the rule is for values only.
  package let key: Mask?
  package let position: SourcePosition?
}
