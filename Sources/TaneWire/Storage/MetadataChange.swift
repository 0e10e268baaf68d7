package import TaneCore

/// What a request says of an object in JSON: some fields, and for each whether it is set or removed.
package struct MetadataChange {
  private let json: Tree

  package init(_ json: Tree) {
    self.json = json
  }

  /// The object's name, where it is said here.
  package var name: String? { json["name"]?.string }
  /// The digest that the writer expects of the bytes, in base64.
  package var md5Hash: String? { json["md5Hash"]?.string }
  /// The checksum that the writer expects of the bytes, in base64.
  package var crc32c: String? { json["crc32c"]?.string }
  /// The media type, where it is said here.
  package var contentType: String? { json["contentType"]?.string }
  /// Whether nothing is said at all.
  package var isEmpty: Bool { json.children.isEmpty }

  /// The metadata with the fields that are said; what is null is removed.
  ///
  /// - Throws: A `WireProblem` for a field of another type.
  package func applied(to metadata: ObjectMetadata) throws(WireProblem) -> ObjectMetadata {
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

  private func text(_ key: String, _ current: String?) throws(WireProblem) -> String? {
    guard let value = json[key] else { return current }
    if value.isNull { return nil }
    guard let text = value.string else {
      throw .invalid("The field \(key) is a JSON \(value.kind); a string is expected.")
    }
    return text
  }

  private func custom(_ current: [String: String]) throws(WireProblem) -> [String: String] {
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
