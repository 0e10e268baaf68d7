package import TaneCore

/// An object in the JSON formats of Cloud Storage and Firebase.
package struct ObjectResource: Sendable {
  /// The object, without the tokens of its download URLs.
  package let object: StoredObject
  /// The tokens of the object's download URLs, separated by commas.
  package let downloadTokens: String?
  private let bucket: String

  /// The maximum size of an object, 5 TiB (<https://cloud.google.com/storage/quotas#objects>).
  private static let maximumSize: Int64 = 5 << 40

  /// The prefixes of the custom metadata that Google's storage testbench adds to every object.
  private static let testbenchPrefixes = ["x_emulator_", "x_testbench_"]

  /// Creates a resource from an object in a bucket; download tokens in the custom metadata are
  /// separated from it.
  package init(object: StoredObject, bucket: String) {
    var object = object
    downloadTokens = object.metadata.custom.removeValue(forKey: ObjectMetadata.downloadTokensKey)
    self.object = object
    self.bucket = bucket
  }

  /// Creates a resource from the JSON of Cloud Storage or Firebase, or returns nil if a required
  /// field is absent or invalid.
  ///
  /// - Parameters:
  ///   - json: The JSON object.
  ///   - isEmulated: True if the JSON comes from an emulator, which may have added its own
  ///     metadata.
  package init?(_ json: Tree, isEmulated: Bool = false) {
    let size = json["size"]?.wholeNumber ?? 0
    guard let name = json["name"]?.string, let generation = json["generation"]?.wholeNumber,
      let metageneration = json["metageneration"]?.wholeNumber,
      let checksum = json["crc32c"]?.string.flatMap(Self.checksum),
      (0...Self.maximumSize).contains(size)
    else { return nil }
    var object = StoredObject(
      name: name,
      size: Int(size),
      md5Hash: json["md5Hash"]?.string,
      crc32c: checksum,
      generation: generation,
      metageneration: metageneration,
      timeCreated: json.time("timeCreated"),
      updated: json.time("updated"),
      metadata: ObjectMetadata(json)
    )
    if isEmulated {
      object.metadata.custom = object.metadata.custom.filter { entry in
        !Self.testbenchPrefixes.contains(where: entry.key.hasPrefix)
      }
    }
    if let tokens = json["downloadTokens"]?.string {
      object.metadata.custom[ObjectMetadata.downloadTokensKey] = tokens
    }
    self.init(object: object, bucket: json["bucket"]?.string ?? "")
  }

  /// Returns the object in the JSON format of Cloud Storage
  /// (<https://cloud.google.com/storage/docs/json_api/v1/objects#resource>).
  package func cloud(origin: String) -> TreeLiteral {
    let path = "b/\(bucket)/o/\(PercentEncoding.encodeURLPart(object.name))"
    let media = "generation=\(object.generation)&alt=media"
    let own: [(String, TreeLiteral)] = [
      ("kind", "storage#object"),
      ("id", .string("\(bucket)/\(object.name)/\(object.generation)")),
      ("selfLink", .string("\(origin)/storage/v1/\(path)")),
      ("mediaLink", .string("\(origin)/download/storage/v1/\(path)?\(media)")),
      ("timeStorageClassUpdated", time(object.timeCreated)),
    ]
    return .map(own + fields + object.metadata.uploadFields(tokens: downloadTokens))
  }

  /// The object in the JSON format of Firebase, which separates download tokens from custom
  /// metadata.
  package var firebase: TreeLiteral {
    var metadata = object.metadata
    metadata.contentDisposition = metadata.contentDisposition ?? defaultDisposition
    metadata.contentEncoding = metadata.contentEncoding ?? "identity"
    let tokens: [(String, TreeLiteral)] =
      tokens.isEmpty ? [] : [("downloadTokens", .string(tokens.joined(separator: ",")))]
    return .map(fields + metadata.uploadFields() + tokens)
  }

  /// The tokens of the object's download URLs.
  package var tokens: [String] { (downloadTokens ?? "").split(separator: ",").map(String.init) }

  /// The checksum in Cloud Storage's format.
  package var crc32c: String { Self.text(ofChecksum: object.crc32c) }

  /// The ETag, which changes with the bytes or metadata.
  package var etag: String { Base64.text(of: "\(object.generation)/\(object.metageneration)".utf8) }

  /// Parses a checksum in Cloud Storage's format: four bytes, big-endian, in Base64, or a decimal
  /// number, which Firebase's emulator sends.
  package static func checksum(_ text: String) -> UInt32? {
    guard let bytes = Base64.bytes(of: text, requiringPadding: true), bytes.count == 4 else {
      return UInt32(text)
    }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns a checksum in Cloud Storage's format.
  package static func text(ofChecksum checksum: UInt32) -> String {
    Base64.text(of: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) })
  }

  /// The fields common to both APIs, without the metadata.
  private var fields: [(String, TreeLiteral)] {
    let md5Hash = object.md5Hash.map { [("md5Hash", TreeLiteral.string($0))] } ?? []
    return md5Hash + [
      ("name", .string(object.name)), ("bucket", .string(bucket)),
      ("generation", .digits(object.generation)),
      ("metageneration", .digits(object.metageneration)), ("storageClass", "STANDARD"),
      ("size", .digits(object.size)), ("crc32c", .string(crc32c)), ("etag", .string(etag)),
      ("timeCreated", time(object.timeCreated)), ("updated", time(object.updated)),
    ]
  }

  private var defaultDisposition: String {
    let name = object.name.split(separator: "/").last.map(String.init) ?? object.name
    return "inline; filename*=utf-8''\(PercentEncoding.encodeURLPart(name))"
  }

  private func time(_ milliseconds: Int64) -> TreeLiteral {
    .string(DocumentTimestamp(milliseconds: milliseconds).text(fractionDigits: 3))
  }
}

extension Tree {
  /// Returns a field's time in milliseconds since 1970, or 0 if the field is absent or invalid.
  package func time(_ name: String) -> Int64 {
    let time = self[name]?.string.flatMap { DocumentTimestamp(parsing: $0) }
    return time.map { $0.flooredToMilliseconds.microseconds / 1000 } ?? 0
  }
}
