/// A rank in the membership program, from the lowest to the highest.
public enum UserRank: String, CaseIterable, Codable, Hashable, Sendable {
  /// The initial rank of every user.
  case b = "B"
  /// The rank above B.
  case a = "A"
  /// The rank above A.
  case ss = "SS"
  /// The highest rank.
  case sss = "SSS"
}
