/// The two keys that a value in export form has beside its children
/// (<https://firebase.google.com/docs/database/rest/app-management#section-export>).
package enum ExportKey {
  /// The key of a priority.
  package static let priority = ".priority"
  /// The key of a scalar that has a priority.
  package static let value = ".value"
  /// How many such keys there are.
  package static let count = 2
}
