/// The error message of a program that was built without the trait `Network`.
package enum MissingNetwork {
  /// The message, with the problem and the remedy.
  package static let message =
    "this tane was built without network support; rebuild it without --disable-default-traits"
}
