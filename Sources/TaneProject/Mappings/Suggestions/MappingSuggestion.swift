public import TaneCore

/// A mapping for nodes that no rule covers.
public struct MappingSuggestion: Sendable, Hashable {
  /// The nodes: one of a database, all documents of a collection of Firestore.
  public let pattern: AddressPattern
  /// The type as Swift spells it: `[String: UserInformation]`.
  public let type: String
  /// The name in the type that stands for a declared one, where no type of that name is known.
  public let unknownName: String?
  /// The declared types of which one may be meant instead of the unknown name, or of the one that is taken.
  public let candidates: [String]
}

/// The mappings for all nodes that no rule covers.
public struct MappingSuggestions: Sendable, Hashable {
  /// The suggestions, by service and in walk order.
  public let entries: [MappingSuggestion]
  /// A Boolean value indicating whether the project's file already has rules.
  let continuesRules: Bool

  init(_ entries: [MappingSuggestion], continuesRules: Bool) {
    self.entries = entries
    self.continuesRules = continuesRules
  }
}
