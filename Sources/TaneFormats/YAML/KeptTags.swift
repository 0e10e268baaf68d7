/// The tags without a meaning of their own that a YAML file may have: each stands as a map with one entry, the
/// tag's spelling and its value.
enum KeptTags: Equatable {
  /// Any tag: the file is one that others made.
  case any
  /// The tags of a language, whose maps are marked with `NodeTag.expression`; none without names.
  case expressions([String])

  /// The tags of the language.
  var expressionNames: [String] {
    if case .expressions(let names) = self { names } else { [] }
  }

  /// Whether a tag is one of the language.
  func isExpression(_ name: String) -> Bool { expressionNames.contains(name) }
}
