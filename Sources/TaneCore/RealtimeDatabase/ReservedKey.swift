/// The key at a database's root below which Tane stores its own data in the environment.
package enum ReservedKey {
  /// The default key, unless the profile sets another.
  package static let standard = "__tane__"
}
