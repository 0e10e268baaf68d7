package import TaneCore

/// Why JSON is not what the API of a service writes.
package enum WireProblem: Error {
  /// Something else stands at a place, from the outermost entry on (`fields.name.integerValue`), than was
  /// expected there, a noun with its article.
  case unexpected(found: Tree, place: String, expected: String)
  /// A sentence.
  case invalid(String)

  /// What was found and what was expected, a sentence.
  package var message: String {
    switch self {
    case .unexpected(let tree, let place, let expected):
      let found = tree.string.map { "\"\($0.escapingControls.prefix(60))\"" } ?? "\(tree.kind)"
      let name = place.isEmpty ? "the body" : place
      return "Invalid value at '\(name)': found \(found), expected \(expected)."
    case .invalid(let message): return message
    }
  }
}
