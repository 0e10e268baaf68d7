/// How much of a node the fixtures that describe it own.
public enum Ownership: String, Sendable, Hashable, CaseIterable {
  /// All of it: what fixtures do not list is an extra.
  case whole
  /// Only the keys that fixtures list.
  case listed
}
