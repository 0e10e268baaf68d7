/// The unknown tags that a YAML file may contain; each becomes a map with one entry, the tag and
/// its value.
enum KeptTags: Equatable {
  /// Any tag, for files of other tools.
  case any
  /// The tags of a language, whose maps are marked with `NodeTag.expression`; no names means no
  /// tags.
  case expressions([String])

  /// The tags of the language.
  var expressionNames: [String] {
    if case .expressions(let names) = self { names } else { [] }
  }

  /// Returns true if a tag belongs to the language.
  func isExpression(_ name: String) -> Bool { expressionNames.contains(name) }
}
