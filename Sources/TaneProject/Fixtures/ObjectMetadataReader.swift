package import TaneCore

/// A reader of object metadata in the format of `<file>.meta.yaml`.
package struct ObjectMetadataReader: SettingsReading {
  private static let keys = [
    "contentType", "cacheControl", "contentDisposition", "contentEncoding", "contentLanguage",
    "metadata", contentKey,
  ]
  /// The key for the bytes of an object without its own file.
  static let contentKey = "content"

  /// The maximum total size of the keys and values of custom metadata, in bytes.
  ///
  /// See <https://cloud.google.com/storage/quotas#objects>.
  private static let maximumCustomBytes = 8 * 1024

  package internal(set) var diagnostics: [Diagnostic] = []

  package init() {}

  /// Returns the metadata in a tree, with the guessed content type if the tree has none.
  package mutating func read(_ tree: Tree, guessing contentType: String) -> ObjectMetadata {
    var metadata = ObjectMetadata(contentType: contentType)
    guard !tree.isNull else { return metadata }
    guard tree.kind == .map else {
      report(
        .wrongType,
        "expected a map of metadata, found \(tree.kind.withArticle)",
        at: tree.position
      )
      return metadata
    }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    metadata.contentType = readContentType(tree["contentType"]) ?? contentType
    metadata.cacheControl = text(tree["cacheControl"], "cacheControl")
    metadata.contentDisposition = text(tree["contentDisposition"], "contentDisposition")
    metadata.contentEncoding = text(tree["contentEncoding"], "contentEncoding")
    metadata.contentLanguage = text(tree["contentLanguage"], "contentLanguage")
    metadata.custom = readCustom(tree["metadata"])
    return metadata
  }

  private mutating func readContentType(_ tree: Tree?) -> String? {
    guard let type = text(tree, "contentType") else { return nil }
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.contains("") else {
      report(
        .invalidValue,
        "\"\(type.escapingControls)\" is not a valid content type; expected a type and a subtype, such as"
          + " image/jpeg",
        at: tree?.position
      )
      return nil
    }
    return type
  }

  private mutating func readCustom(_ tree: Tree?) -> [String: String] {
    guard let tree, !tree.isNull else { return [:] }
    guard tree.kind == .map else {
      report(.wrongType(of: "metadata", expected: "a map of strings", found: tree))
      return [:]
    }
    let custom = readEntries(of: tree)
    let bytes = custom.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    if bytes > Self.maximumCustomBytes {
      report(
        .invalidValue,
        "the keys and values of this metadata take up \(bytes.grouped) bytes; Cloud Storage "
          + "allows up to \(Self.maximumCustomBytes.grouped)",
        at: tree.position
      )
    }
    return custom
  }

  private mutating func readEntries(of tree: Tree) -> [String: String] {
    tree.children.reduce(into: [:]) { custom, child in
      let key = child.key ?? ""
      guard key != ObjectMetadata.downloadTokensKey else {
        report(
          .invalidValue,
          "\"\(key)\" contains the tokens of download URLs, which the service creates; remove it",
          at: child.keyPosition
        )
        return
      }
      custom[key] = text(child, "metadata.\(key)")
    }
  }
}
