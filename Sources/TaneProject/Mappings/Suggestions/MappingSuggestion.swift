package import TaneCore

/// A suggested mapping for nodes without a rule.
package struct MappingSuggestion: Sendable, Hashable {
  /// The pattern of a single database node, or of all documents in a Firestore collection.
  package let pattern: AddressPattern
  /// The type in Swift syntax, such as `[String: UserInformation]`.
  package let type: String
  /// The name in the type that matches no declared type, or nil if all names match.
  package let unknownName: String?
  /// The declared types that may be intended instead of the suggested type.
  package let candidates: [String]
}

/// The suggested mappings for all nodes without a rule.
package struct MappingSuggestions: Sendable, Hashable {
  /// The suggestions, ordered by service and then in traversal order.
  package let entries: [MappingSuggestion]
  /// A Boolean value indicating whether the project's file already has rules.
  let continuesRules: Bool

  init(_ entries: [MappingSuggestion], continuesRules: Bool) {
    self.entries = entries
    self.continuesRules = continuesRules
  }
}
