/// A rank in the membership programme, from the lowest to the highest.
public enum UserRank: String, CaseIterable, Codable, Hashable, Sendable {
  /// The rank that every user starts with.
  case bronze
  /// The rank above bronze.
  case silver
  /// The rank above silver.
  case gold
  /// The highest rank.
  case platinum
}
