import TaneCore

extension PendingFinding {
  /// Creates the finding for a map that does not contain exactly one case of an enumeration with
  /// associated values, or returns nil if the error has another cause.
  ///
  /// The error from a synthesized `init(from:)` contains neither the keys in the data nor the valid
  /// keys.
  init?(
    noCaseOf type: any Any.Type,
    among keys: [String],
    in frame: TreeFrame,
    _ error: any Error
  ) {
    guard case DecodingError.typeMismatch(let refusing, let context) = error, refusing == type,
      context.debugDescription.hasPrefix("Invalid number of keys found"), frame.tree.kind == .map
    else { return nil }
    let children = frame.tree.children
    let name = TypeName.text(of: type)
    let list = NodeDescription.list(keys)
    if children.count == 1, let key = children[0].key {
      let clause = Suggestion.clause(for: key, among: keys)
      self.init(
        .unknownCase,
        "\"\(key.escapingControls)\" is not a case of \(name) (\(list))\(clause)",
        tree: children[0],
        path: frame.components,
        in: frame,
        isAboutKey: true
      )
    } else {
      let named = children.compactMap(\.key).filter(keys.contains).map(\.escapingControls)
      let found = named.isEmpty ? "none" : NodeDescription.list(named)
      self.init(
        .mismatchedType,
        "expected one of the keys \(list) for \(name), found \(found)",
        tree: frame.tree,
        path: frame.components,
        in: frame
      )
    }
  }
}
