package import TaneCore

/// What `masks:` says of the nodes that a pattern names.
package struct MaskRule: Sendable, Hashable {
  /// The nodes, documents, accounts, objects and their fields.
  package let pattern: AddressPattern
  /// What stands for their values; nil where the rule is about keys alone.
  package let value: Mask?
  /// What stands for their keys; nil where the rule is about values alone.
  package let key: Mask?
  /// Where the rule stands.
  package let position: SourcePosition?
}
