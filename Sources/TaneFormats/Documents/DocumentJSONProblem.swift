package import TaneCore

/// Why JSON is no value as Firestore's REST API writes it.
package struct DocumentJSONProblem: Error {
  /// What was found.
  package let found: Tree
  /// Where it stands, from the outermost entry on: `fields.name.integerValue`.
  package let place: String
  /// What was expected, a noun with its article.
  package let expected: String

  init(_ found: Tree, at place: String, expected: String) {
    self.found = found
    self.place = place
    self.expected = expected
  }
}
