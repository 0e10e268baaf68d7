/// The description of an object in a bucket: its name, size, checksums, versions and metadata.
public struct StoredObject: Sendable, Hashable {
  /// The object's name, without a leading slash.
  package let name: String
  /// The number of bytes.
  package let size: Int
  /// The MD5 digest of the bytes in Base64, or nil if the bucket stores none.
  package let md5Hash: String?
  /// The CRC-32C checksum of the bytes.
  package let crc32c: UInt32
  /// The generation, which changes with each upload.
  package let generation: Int64
  /// The metageneration, which starts at 1 for each generation and increases with each change to
  /// the metadata.
  package let metageneration: Int64
  /// The time at which this generation was created, in milliseconds since 1970.
  package let timeCreated: Int64
  /// The time of the last change to the bytes or metadata, in milliseconds since 1970.
  package let updated: Int64
  package var metadata: ObjectMetadata

  package init(
    name: String,
    size: Int,
    md5Hash: String?,
    crc32c: UInt32,
    generation: Int64,
    metageneration: Int64,
    timeCreated: Int64,
    updated: Int64,
    metadata: ObjectMetadata
  ) {
    self.name = name
    self.size = size
    self.md5Hash = md5Hash
    self.crc32c = crc32c
    self.generation = generation
    self.metageneration = metageneration
    self.timeCreated = timeCreated
    self.updated = updated
    self.metadata = metadata
  }

  /// Returns the object with other metadata and the next metageneration, which wraps to 1 after the
  /// maximum.
  ///
  /// `updated` is the time of the change, in milliseconds since 1970.
  package func with(_ metadata: ObjectMetadata, updated: Int64) -> StoredObject {
    StoredObject(
      name: name,
      size: size,
      md5Hash: md5Hash,
      crc32c: crc32c,
      generation: generation,
      metageneration: metageneration == .max ? 1 : metageneration + 1,
      timeCreated: timeCreated,
      updated: updated,
      metadata: metadata
    )
  }
}
