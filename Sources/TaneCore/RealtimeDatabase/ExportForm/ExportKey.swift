/// The two keys of a value in export form besides its children
/// (<https://firebase.google.com/docs/database/rest/app-management#section-export>).
package enum ExportKey {
  /// The key of a priority.
  package static let priority = ".priority"
  /// The key of a scalar with a priority.
  package static let value = ".value"
  /// The number of such keys.
  package static let count = 2
}
