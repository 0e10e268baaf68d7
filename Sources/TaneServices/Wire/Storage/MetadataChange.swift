package import TaneCore

/// A JSON request that sets or removes fields of an object's metadata.
package struct MetadataChange {
  private let json: Tree

  package init(_ json: Tree) {
    self.json = json
  }

  /// The object's name, if the request contains it.
  package var name: String? { json["name"]?.string }
  /// The expected MD5 digest of the bytes, in Base64, if the request contains it.
  package var md5Hash: String? { json["md5Hash"]?.string }
  /// The expected checksum of the bytes, in Base64, if the request contains it.
  package var crc32c: String? { json["crc32c"]?.string }
  /// A Boolean value indicating whether the request contains no fields.
  package var isEmpty: Bool { json.children.isEmpty }

  /// Returns the metadata with the change applied; null removes a field.
  ///
  /// - Throws: A `WireError` for a field of the wrong type.
  package func applied(to metadata: ObjectMetadata) throws(WireError) -> ObjectMetadata {
    var metadata = metadata
    let plain = ObjectMetadata()
    metadata.contentType =
      try text("contentType", metadata.contentType) ?? plain.contentType
    for (name, path) in ObjectMetadata.optionalFields {
      metadata[keyPath: path] = try text(name, metadata[keyPath: path])
    }
    metadata.custom = try custom(metadata.custom)
    return metadata
  }

  private func text(_ key: String, _ current: String?) throws(WireError) -> String? {
    guard let value = json[key] else { return current }
    if value.isNull { return nil }
    guard let text = value.string else {
      throw .invalid("The field \(key) is a JSON \(value.kind); a string is expected.")
    }
    return text
  }

  private func custom(_ current: [String: String]) throws(WireError) -> [String: String] {
    guard let changes = json["metadata"] else { return current }
    if changes.isNull { return [:] }
    guard changes.kind == .map else {
      throw .invalid("The field metadata is a JSON \(changes.kind); an object is expected.")
    }
    var custom = current
    for change in changes.children {
      let key = change.key ?? ""
      if change.isNull {
        custom[key] = nil
      } else if let text = change.string {
        custom[key] = text
      } else {
        throw .invalid("The metadata \(key) is a JSON \(change.kind); a string is expected.")
      }
    }
    return custom
  }
}
