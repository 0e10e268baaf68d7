public import TaneProject

extension SourceIndex {
  /// The schema of the data that a type reads, for editors.
  ///
  /// It completes keys and cases and underlines what the type does not read. What the sources do not
  /// tell, it allows.
  ///
  /// - Parameters:
  ///   - type: The type, as mappings name it.
  ///   - rules: How the app's decoder reads what types leave to it.
  /// - Returns: The schema with a definition for each type that is read.
  public func editorSchema(
    of type: TypeReference,
    rules: ReadingRules = ReadingRules()
  ) -> JSONSchema {
    var collector = SchemaCollector(self)
    let root = collector.add(type)
    var writer = EditorSchemaWriter(
      types: collector.types,
      unreadKeys: collector.unreadKeys,
      rules: rules
    )
    var schema = writer.document(for: root)
    schema.title = "Data of \(type)"
    return schema
  }
}
