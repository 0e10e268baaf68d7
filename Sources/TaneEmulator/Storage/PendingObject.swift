import Crypto
import TaneCore
import TaneServices

/// An object that is being uploaded, without its bytes.
struct PendingObject: Sendable {
  let place: ObjectLocation
  var metadata: ObjectMetadata
  /// The expected MD5 digest of the bytes in base64, if the client sent one.
  var md5Hash: String?
  var crc32c: String?
  let precondition: ObjectPrecondition

  /// Creates an object from a request.
  ///
  /// - Parameters:
  ///   - place: The bucket and name.
  ///   - change: The metadata in JSON.
  ///   - contentType: The media type, unless the JSON contains one.
  ///   - precondition: The condition to check when the bytes are stored.
  /// - Throws: A `StorageFailure` for an invalid name, a `WireError` for metadata of the wrong
  ///   type.
  init(
    place: ObjectLocation,
    change: MetadataChange,
    contentType: String?,
    precondition: ObjectPrecondition
  ) throws {
    if let violation = ObjectName.violation(in: place.name) {
      throw StorageFailure.invalid("The name \"\(place.name.escapingControls)\" \(violation).")
    }
    self.place = place
    var plain = ObjectMetadata()
    if let contentType, !contentType.isEmpty { plain.contentType = contentType }
    metadata = try change.applied(to: plain)
    md5Hash = change.md5Hash
    crc32c = change.crc32c
    self.precondition = precondition
  }

  /// Sets the expected digests from an `X-Goog-Hash` field, such as `crc32c=AAAAAA==,md5=…`.
  mutating func expect(hashes field: String?) {
    for hash in (field ?? "").split(separator: ",") {
      let sides = hash.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      switch sides[0].drop(while: { $0 == " " }) {
      case "crc32c": crc32c = String(sides[1])
      case "md5": md5Hash = String(sides[1])
      default: continue
      }
    }
  }

  /// Throws unless the bytes have the expected digests.
  func check(_ data: [UInt8]) throws(StorageFailure) {
    if let crc32c {
      let found = ObjectResource.text(ofChecksum: CRC32C.checksum(of: data))
      guard crc32c == found else {
        throw .invalid(
          "Provided CRC32C \"\(crc32c)\" doesn't match calculated CRC32C \"\(found)\"."
        )
      }
    }
    if let md5Hash {
      let found = Base64.text(of: Insecure.MD5.hash(data: data))
      guard md5Hash == found else {
        throw .invalid(
          "Provided MD5 hash \"\(md5Hash)\" doesn't match calculated MD5 hash \"\(found)\"."
        )
      }
    }
  }
}
