package import TaneCore

/// An object as the two APIs of Cloud Storage for Firebase write it in JSON.
package struct ObjectResource: Sendable {
  /// The key of custom metadata in which the tokens of Firebase's download URLs are kept, joined by commas.
  package static let tokensKey = "firebaseStorageDownloadTokens"

  /// The object, without what is Firebase's own.
  package let object: StoredObject
  /// The tokens of its download URLs, as they are stored.
  package let downloadTokens: String?
  private let bucket: String

  /// The beginnings of the keys of custom metadata that Google's storage testbench adds to every object.
  private static let testbenchPrefixes = ["x_emulator_", "x_testbench_"]

  /// Takes an object of a bucket, with its tokens among its custom metadata.
  package init(object: StoredObject, bucket: String) {
    var object = object
    downloadTokens = object.metadata.custom.removeValue(forKey: Self.tokensKey)
    self.object = object
    self.bucket = bucket
  }

  /// Reads a description of Cloud Storage or of Firebase; nil where it lacks what every object has.
  ///
  /// - Parameters:
  ///   - json: The description.
  ///   - isEmulated: True for a description of an emulator, which may have added metadata of its own.
  package init?(_ json: Tree, isEmulated: Bool = false) {
    guard let name = json["name"]?.string, let generation = json["generation"]?.wholeNumber,
      let metageneration = json["metageneration"]?.wholeNumber,
      let checksum = json["crc32c"]?.string.flatMap(Self.checksum)
    else { return nil }
    var object = StoredObject(
      name: name,
      size: json["size"]?.wholeNumber.flatMap(Int.init) ?? 0,
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
      object.metadata.custom[Self.tokensKey] = tokens
    }
    self.init(object: object, bucket: json["bucket"]?.string ?? "")
  }

  /// The object as Cloud Storage writes it
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

  /// The object as Firebase writes it: its download tokens stand apart from its custom metadata.
  package var firebase: TreeLiteral {
    var metadata = object.metadata
    metadata.contentDisposition = metadata.contentDisposition ?? defaultDisposition
    metadata.contentEncoding = metadata.contentEncoding ?? "identity"
    let tokens: [(String, TreeLiteral)] =
      tokens.isEmpty ? [] : [("downloadTokens", .string(tokens.joined(separator: ",")))]
    return .map(fields + metadata.uploadFields() + tokens)
  }

  /// The tokens that open the object's download address.
  package var tokens: [String] { (downloadTokens ?? "").split(separator: ",").map(String.init) }

  /// The checksum as Cloud Storage writes it.
  package var crc32c: String { Self.text(ofChecksum: object.crc32c) }

  /// A mark of the object's state, new with each change of its bytes or metadata.
  package var etag: String { Base64.text(of: "\(object.generation)/\(object.metageneration)".utf8) }

  /// Reads a checksum as Cloud Storage writes it: four bytes, the highest first, in base64; a number in the answers of
  /// Firebase's emulator.
  package static func checksum(_ text: String) -> UInt32? {
    guard let bytes = Base64.bytes(of: text, requiringPadding: true), bytes.count == 4 else {
      return UInt32(text)
    }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Writes a checksum as Cloud Storage does.
  package static func text(ofChecksum checksum: UInt32) -> String {
    Base64.text(of: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) })
  }

  /// What both APIs say of an object beside its metadata.
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
  /// A time in RFC 3339, in milliseconds since 1970; 0 where it is missing.
  package func time(_ name: String) -> Int64 {
    let time = self[name]?.string.flatMap { DocumentTimestamp(parsing: $0) }
    return time.map { $0.flooredToMilliseconds.microseconds / 1000 } ?? 0
  }
}
