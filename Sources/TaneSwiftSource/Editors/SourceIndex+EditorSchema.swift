package import TaneProject

extension SourceIndex {
  /// Returns the schema of the data that a type decodes, for editors.
  ///
  /// Editors use it to complete keys and cases, and to mark data that the type does not decode.
  /// Data that the sources do not describe is unrestricted.
  ///
  /// - Parameters:
  ///   - type: The type of a mapping.
  ///   - rules: The decoding strategies of the app.
  /// - Returns: The schema, with a definition for each decoded type.
  package func editorSchema(
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
