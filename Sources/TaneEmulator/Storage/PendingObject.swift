import Crypto
import TaneCore
import TaneWire

/// An object that is being uploaded: all but its bytes.
struct PendingObject: Sendable {
  let place: ObjectPlace
  var metadata: ObjectMetadata
  /// The digests in base64 that the bytes must have, where the writer named any.
  var md5Hash: String?
  var crc32c: String?
  let precondition: ObjectPrecondition

  /// Creates an object from what a request says of it.
  ///
  /// - Parameters:
  ///   - place: The bucket and the name.
  ///   - change: The object's JSON.
  ///   - contentType: The media type where the JSON names none.
  ///   - precondition: What must be true when the bytes are stored.
  /// - Throws: A `StorageFailure` for a name that no object can have, a `WireProblem` for metadata of another
  ///   type.
  init(
    place: ObjectPlace,
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

  /// Takes the digests of an `X-Goog-Hash` field: `crc32c=AAAAAA==,md5=…`.
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

  /// Throws unless the bytes have the digests that the writer named.
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
