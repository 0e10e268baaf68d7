public import SystemPackage
public import TaneCore

extension Fixtures {
  /// What fixtures say of an object in a storage bucket.
  public struct Object: Sendable, Hashable {
    /// The bucket's name in the profile.
    public let bucket: String
    /// The object's name, in Unicode's composed form.
    public let name: String
    /// The file that holds the bytes, as an absolute path; nil where its metadata say them.
    public let file: FilePath?
    /// The number of bytes.
    public let size: Int
    /// The CRC-32C checksum of the bytes.
    public let crc32c: UInt32
    /// What is said of the object besides its bytes.
    public let metadata: ObjectMetadata
    /// The file, relative to the project.
    public let position: SourcePosition

    /// The object's address.
    public var address: Address { Address(bucket: bucket, object: name) }
  }

  /// The objects, by bucket and name.
  public var objects: [Object] {
    services(of: .buckets).flatMap { $0.details as? [Object] ?? [] }
  }
}
