/// The unknown tags that a YAML file may contain; a value with such a tag becomes a map with one
/// entry, whose key is the tag.
enum KeptTags: Equatable {
  /// Any tag, for files from other tools.
  case any
  /// The tags with these names, whose maps are marked with `NodeTag.expression`.
  case expressions([String])

  /// The names in `expressions`, or an empty array for `any`.
  var expressionNames: [String] {
    if case .expressions(let names) = self { names } else { [] }
  }

  /// Returns true if a tag is one of `expressions`.
  func isExpression(_ name: String) -> Bool { expressionNames.contains(name) }
}
