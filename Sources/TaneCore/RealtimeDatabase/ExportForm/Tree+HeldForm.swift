extension Tree {
  /// Returns a value in export form as a database stores it.
  ///
  /// The result is in stored form, without priorities of empty nodes and without `.value` keys for
  /// scalars that have no priority.
  package func storedExportForm() -> Tree {
    guard hasExportKeys else { return storedForm() }
    guard existsInExportForm else { return .null }
    var builder = TreeBuilder(sharing: self)
    Self.appendStoredExportForm(self, in: &builder)
    return builder.finish()
  }

  /// A Boolean value indicating whether the tree contains keys of the export form.
  package var hasExportKeys: Bool {
    guard kind.isContainer else { return false }
    return exportedPriority != nil || exportedScalar != nil
      || children.contains { $0.hasExportKeys }
  }

  private var existsInExportForm: Bool {
    guard kind.isContainer else { return existsInRealtimeDatabase }
    return children.contains { $0.key != ExportKey.priority && $0.existsInExportForm }
  }

  private static func appendStoredExportForm(_ tree: Tree, in builder: inout TreeBuilder) {
    guard tree.kind.isContainer else { return builder.append(tree) }
    let hasPriority = tree.exportedPriority?.existsInExportForm ?? false
    if let scalar = tree.exportedScalar, !hasPriority {
      return appendStoredExportForm(scalar, in: &builder)
    }
    builder.beginMap()
    for (index, child) in tree.children.enumerated() where child.existsInExportForm {
      builder.setKey(child.key ?? String(index))
      appendStoredExportForm(child, in: &builder)
    }
    builder.endContainer()
  }
}
