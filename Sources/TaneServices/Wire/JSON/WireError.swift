package import TaneCore

/// An error for data that does not match a service's API or file format.
package enum WireError: Error {
  /// An unexpected value at a path from the outermost entry (`fields.name.integerValue`); the
  /// expectation is a noun phrase with its article.
  case unexpected(found: Tree, place: String, expected: String)
  /// Any other error; the message is a sentence, or a clause about a file.
  case invalid(String)

  /// The message; for an unexpected value, a sentence with the found and the expected value.
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
