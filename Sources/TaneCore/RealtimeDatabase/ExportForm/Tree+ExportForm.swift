extension Tree {
  /// The priority of a value in export form, or nil if it has none.
  package var exportedPriority: Tree? { kind == .map ? self[ExportKey.priority] : nil }

  /// The scalar under the key `.value` of a value in export form, or nil if it has no such key.
  package var exportedScalar: Tree? { kind == .map ? self[ExportKey.value] : nil }

  /// A Boolean value indicating whether a value in export form contains a priority.
  private var hasPriorities: Bool {
    guard kind == .map else { return false }
    return exportedPriority != nil || children.contains { $0.hasPriorities }
  }

  /// Returns a value in export form without its priorities.
  package func withoutPriorities() -> Tree {
    guard hasPriorities else { return exportedScalar ?? self }
    var builder = TreeBuilder(sharing: self)
    Self.strip(self, into: &builder)
    return builder.finish()
  }

  private static func strip(_ tree: Tree, into builder: inout TreeBuilder) {
    guard tree.kind == .map else { return builder.append(tree) }
    if let scalar = tree.exportedScalar { return builder.append(scalar) }
    builder.beginMap()
    for child in tree.children where child.key != ExportKey.priority {
      builder.setKey(of: child)
      strip(child, into: &builder)
    }
    builder.endContainer()
  }

  /// Returns a value in export form with a different priority; null removes the priority.
  package func withExportedPriority(_ priority: Tree) -> Tree {
    let valueWithoutPriority = exportedScalar ?? withoutOwnPriority
    if valueWithoutPriority.isNull || priority.isNull { return valueWithoutPriority }
    guard valueWithoutPriority.kind == .map else {
      return Tree([
        ExportKey.value: .tree(valueWithoutPriority), ExportKey.priority: .tree(priority),
      ])
    }
    return valueWithoutPriority.replacing([ExportKey.priority], with: priority)
  }

  private var withoutOwnPriority: Tree {
    exportedPriority == nil ? self : replacing([ExportKey.priority], with: .null)
  }

  /// Returns the tree with the value at a path replaced; null and empty containers remove the
  /// value.
  ///
  /// A scalar on the path is replaced, but its priority is preserved.
  package func replacing(_ path: [String], with value: Tree) -> Tree {
    var builder = TreeBuilder(sharing: self)
    Self.replace(path[...], of: self, with: value, in: &builder)
    return builder.finish().withoutBarePriorities().storedForm()
  }

  /// Returns the tree without the priorities of nodes that have no value.
  private func withoutBarePriorities() -> Tree {
    guard hasPriorities else { return self }
    var builder = TreeBuilder(sharing: self)
    Self.prune(self, into: &builder)
    return builder.finish()
  }

  private static func prune(_ tree: Tree, into builder: inout TreeBuilder) {
    guard tree.kind == .map else { return builder.append(tree) }
    guard !tree.containsOnlyPriorities else { return builder.appendNull() }
    builder.beginMap()
    for child in tree.children {
      builder.setKey(of: child)
      prune(child, into: &builder)
    }
    builder.endContainer()
  }

  private var containsOnlyPriorities: Bool {
    guard kind.isContainer else { return isNull }
    return children.allSatisfy { $0.key == ExportKey.priority || $0.containsOnlyPriorities }
  }

  private static func replace(
    _ path: ArraySlice<String>,
    of tree: Tree?,
    with value: Tree,
    in builder: inout TreeBuilder
  ) {
    guard let key = path.first else { return builder.append(value) }
    builder.beginMap()
    for child in tree?.children ?? Tree.null.children
    where child.key != key && child.key != ExportKey.value {
      builder.setKey(of: child)
      builder.append(child)
    }
    builder.setKey(key)
    replace(path.dropFirst(), of: tree?[key], with: value, in: &builder)
    builder.endContainer()
  }
}
