import TaneCore

/// An object as the JSON API describes it.
///
/// See <https://cloud.google.com/storage/docs/json_api/v1/objects#resource>.
struct ObjectResource: Sendable {
  /// The entry of the custom metadata that holds the tokens of Firebase's download URLs.
  static let tokenKey = "firebaseStorageDownloadTokens"

  /// The object, without what is Firebase's own.
  let object: StoredObject
  /// The tokens of its download URLs, as they are stored.
  let downloadTokens: String?

  /// Reads a description; nil where it lacks what every object has.
  init?(_ json: Tree) {
    guard let name = json["name"]?.string, let generation = json.number("generation"),
      let metageneration = json.number("metageneration"),
      let checksum = json["crc32c"]?.string.flatMap(Self.checksum)
    else { return nil }
    var custom: [String: String] = [:]
    for entry in json["metadata"]?.children ?? Tree.null.children {
      custom[entry.key ?? ""] = entry.string
    }
    downloadTokens = custom.removeValue(forKey: Self.tokenKey)
    let plain = ObjectMetadata()
    object = StoredObject(
      name: name,
      size: json.number("size").flatMap(Int.init) ?? 0,
      md5Hash: json["md5Hash"]?.string,
      crc32c: checksum,
      generation: generation,
      metageneration: metageneration,
      timeCreated: json.time("timeCreated"),
      updated: json.time("updated"),
      metadata: ObjectMetadata(
        contentType: json["contentType"]?.string ?? plain.contentType,
        cacheControl: json["cacheControl"]?.string,
        contentDisposition: json["contentDisposition"]?.string,
        contentEncoding: json["contentEncoding"]?.string,
        contentLanguage: json["contentLanguage"]?.string,
        custom: custom
      )
    )
  }

  /// Reads a checksum as the service writes it: four bytes, the highest first, in base64.
  static func checksum(_ text: String) -> UInt32? {
    guard let bytes = Base64.bytes(of: text), bytes.count == 4 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Writes a checksum as the service does.
  static func text(ofChecksum checksum: UInt32) -> String {
    Base64.text(of: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) })
  }
}

extension Tree {
  /// A 64-bit number, which the API writes as a string.
  fileprivate func number(_ name: String) -> Int64? {
    self[name].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
  }

  /// A time in RFC 3339, in milliseconds since 1970.
  fileprivate func time(_ name: String) -> Int64 {
    let time = self[name]?.string.flatMap { DocumentTimestamp(parsing: $0) }
    return time.map { $0.flooredToMilliseconds.microseconds / 1000 } ?? 0
  }
}

extension ObjectMetadata {
  /// The fields that an upload sends, those that are not said left out.
  func uploadFields(tokens: String?) -> [(String, TreeLiteral)] {
    var fields: [(String, TreeLiteral)] = [("contentType", .string(contentType))]
    for (name, value) in optionalFields {
      if let value { fields.append((name, .string(value))) }
    }
    var custom = custom.map { ($0.key, TreeLiteral.string($0.value)) }
    if let tokens, self.custom[ObjectResource.tokenKey] == nil {
      custom.append((ObjectResource.tokenKey, .string(tokens)))
    }
    if !custom.isEmpty { fields.append(("metadata", .map(custom))) }
    return fields
  }

  /// The fields that turn an object's metadata into these: null removes what is not said any more.
  func patchFields(replacing old: ObjectMetadata) -> [(String, TreeLiteral)] {
    var fields: [(String, TreeLiteral)] = [("contentType", .string(contentType))]
    for (name, value) in optionalFields {
      fields.append((name, value.map(TreeLiteral.string) ?? .null))
    }
    let gone = old.custom.keys.filter { custom[$0] == nil }.map { ($0, TreeLiteral.null) }
    let entries = gone + custom.map { ($0.key, TreeLiteral.string($0.value)) }
    if !entries.isEmpty { fields.append(("metadata", .map(entries))) }
    return fields
  }

  private var optionalFields: [(String, String?)] {
    [
      ("cacheControl", cacheControl), ("contentDisposition", contentDisposition),
      ("contentEncoding", contentEncoding), ("contentLanguage", contentLanguage),
    ]
  }
}

extension ObjectPrecondition {
  /// The parameters that ask for it.
  var parameters: [(name: String, value: String)] {
    let all: [(name: String, value: Int64?)] = [
      ("ifGenerationMatch", generation), ("ifGenerationNotMatch", excludedGeneration),
      ("ifMetagenerationMatch", metageneration),
      ("ifMetagenerationNotMatch", excludedMetageneration),
    ]
    return all.compactMap { entry in entry.value.map { (name: entry.name, value: "\($0)") } }
  }
}
