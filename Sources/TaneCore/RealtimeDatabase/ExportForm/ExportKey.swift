/// The two keys that a value in export form can have in addition to the keys of its children
/// (<https://firebase.google.com/docs/database/rest/app-management#section-export>).
package enum ExportKey {
  package static let priority = ".priority"
  /// The key of a scalar with a priority.
  package static let value = ".value"
  /// The maximum number of keys that the export form adds to a node.
  package static let count = 2
}
