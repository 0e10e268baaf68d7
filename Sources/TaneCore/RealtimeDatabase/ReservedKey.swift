/// The key at the root of a database below which Tane keeps what it has to remember in the environment itself.
public enum ReservedKey {
  /// The key of an environment whose profile names no other.
  public static let standard = "__tane__"
  /// The collection of Firestore that serves the same purpose: there `__…__` is Firestore's own.
  public static let collection = "_tane_"
}
