import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An object as the two APIs write it in JSON.
struct ObjectResource {
  /// The key of custom metadata in which download tokens are kept, joined by commas.
  static let tokensKey = "firebaseStorageDownloadTokens"

  let object: StoredObject
  let bucket: String

  /// The object as Cloud Storage writes it
  /// (<https://cloud.google.com/storage/docs/json_api/v1/objects#resource>).
  func cloud(origin: String) -> TreeLiteral {
    let path = "b/\(bucket)/o/\(encodedName)"
    let metadata = object.metadata
    let media = "generation=\(object.generation)&alt=media"
    return .object([
      "kind": "storage#object",
      "id": .string("\(bucket)/\(object.name)/\(object.generation)"),
      "selfLink": .string("\(origin)/storage/v1/\(path)"),
      "mediaLink": .string("\(origin)/download/storage/v1/\(path)?\(media)"),
      "name": .string(object.name), "bucket": .string(bucket),
      "generation": .digits(object.generation), "metageneration": .digits(object.metageneration),
      "contentType": .string(metadata.contentType), "storageClass": "STANDARD",
      "size": .digits(object.size), "md5Hash": object.md5Hash.map { .string($0) },
      "crc32c": .string(crc32c), "etag": .string(etag),
      "timeCreated": time(object.timeCreated), "updated": time(object.updated),
      "timeStorageClassUpdated": time(object.timeCreated),
      "cacheControl": metadata.cacheControl.map { .string($0) },
      "contentDisposition": metadata.contentDisposition.map { .string($0) },
      "contentEncoding": metadata.contentEncoding.map { .string($0) },
      "contentLanguage": metadata.contentLanguage.map { .string($0) },
      "metadata": custom(metadata.custom),
    ])
  }

  /// The object as Firebase writes it: its download tokens stand apart from its custom metadata.
  var firebase: TreeLiteral {
    let metadata = object.metadata
    let disposition = metadata.contentDisposition ?? defaultDisposition
    return .object([
      "name": .string(object.name), "bucket": .string(bucket),
      "generation": .digits(object.generation), "metageneration": .digits(object.metageneration),
      "contentType": .string(metadata.contentType), "storageClass": "STANDARD",
      "size": .digits(object.size), "md5Hash": object.md5Hash.map { .string($0) },
      "crc32c": .string(crc32c), "etag": .string(etag),
      "timeCreated": time(object.timeCreated), "updated": time(object.updated),
      "cacheControl": metadata.cacheControl.map { .string($0) },
      "contentDisposition": .string(disposition),
      "contentEncoding": .string(metadata.contentEncoding ?? "identity"),
      "contentLanguage": metadata.contentLanguage.map { .string($0) },
      "downloadTokens": tokens.isEmpty ? TreeLiteral?.none : .string(tokens.joined(separator: ",")),
      "metadata": custom(metadata.custom.filter { $0.key != Self.tokensKey }),
    ])
  }

  /// The tokens that open the object's download address.
  var tokens: [String] {
    (object.metadata.custom[Self.tokensKey] ?? "").split(separator: ",").map(String.init)
  }

  /// The checksum as Cloud Storage writes it: four bytes, the highest first, in base64.
  var crc32c: String {
    withUnsafeBytes(of: object.crc32c.bigEndian) { Data($0) }.base64EncodedString()
  }

  /// A mark of the object's state, new with each change of its bytes or metadata.
  var etag: String {
    Data("\(object.generation)/\(object.metageneration)".utf8).base64EncodedString()
  }

  private var encodedName: String { PercentEncoding.encodeURLPart(object.name) }

  private var defaultDisposition: String {
    let name = object.name.split(separator: "/").last.map(String.init) ?? object.name
    return "inline; filename*=utf-8''\(PercentEncoding.encodeURLPart(name))"
  }

  private func custom(_ custom: [String: String]) -> TreeLiteral? {
    guard !custom.isEmpty else { return nil }
    return .map(custom.map { ($0.key, .string($0.value)) })
  }

  private func time(_ milliseconds: Int64) -> TreeLiteral {
    .string(DocumentTimestamp(milliseconds: milliseconds).text(fractionDigits: 3))
  }
}
