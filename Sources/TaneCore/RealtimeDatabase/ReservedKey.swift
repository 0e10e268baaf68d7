/// The top-level key under which Tane stores its own data in a database.
package enum ReservedKey {
  /// The default key, used if the profile does not set another.
  package static let standard = "__tane__"
}
