package import TaneCore

extension ObjectMetadata {
  /// Creates metadata from an object resource in JSON.
  init(_ json: Tree) {
    self.init(contentType: json["contentType"]?.string ?? ObjectMetadata().contentType)
    for (name, path) in Self.optionalFields { self[keyPath: path] = json[name]?.string }
    for entry in json["metadata"]?.children ?? Tree.null.children {
      custom[entry.key ?? ""] = entry.string
    }
  }

  /// Returns the fields for an upload or an object resource, without unset fields.
  ///
  /// Firebase download tokens are added to the custom metadata, unless it already contains tokens.
  package func uploadFields(tokens: String? = nil) -> [(String, TreeLiteral)] {
    var fields: [(String, TreeLiteral)] = [("contentType", .string(contentType))]
    for (name, path) in Self.optionalFields {
      if let value = self[keyPath: path] { fields.append((name, .string(value))) }
    }
    var entries = custom.map { ($0.key, TreeLiteral.string($0.value)) }
    if let tokens, custom[ObjectMetadata.downloadTokensKey] == nil {
      entries.append((ObjectMetadata.downloadTokensKey, .string(tokens)))
    }
    if !entries.isEmpty { fields.append(("metadata", .map(entries))) }
    return fields
  }

  /// Returns the fields of a request that replaces the metadata `old` with this metadata; null
  /// removes a field.
  package func patchFields(replacing old: ObjectMetadata) -> [(String, TreeLiteral)] {
    var fields: [(String, TreeLiteral)] = [("contentType", .string(contentType))]
    for (name, path) in Self.optionalFields {
      fields.append((name, self[keyPath: path].map(TreeLiteral.string) ?? .null))
    }
    let gone = old.custom.keys.filter { custom[$0] == nil }.map { ($0, TreeLiteral.null) }
    let entries = gone + custom.map { ($0.key, TreeLiteral.string($0.value)) }
    if !entries.isEmpty { fields.append(("metadata", .map(entries))) }
    return fields
  }

  /// The optional fields, by their names in JSON.
  static var optionalFields: [(name: String, path: WritableKeyPath<ObjectMetadata, String?>)] {
    [
      ("cacheControl", \.cacheControl), ("contentDisposition", \.contentDisposition),
      ("contentEncoding", \.contentEncoding), ("contentLanguage", \.contentLanguage),
    ]
  }
}
