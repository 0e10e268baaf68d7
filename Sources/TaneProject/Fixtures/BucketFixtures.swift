public import SystemPackage
public import TaneCore

extension Fixtures {
  /// What fixtures say of an object in a storage bucket.
  public struct Object: Sendable, Hashable {
    /// The bucket's name in the profile.
    public let bucket: String
    /// The object's name, in Unicode's composed form.
    public let name: String
    /// The file that holds the bytes, as an absolute path.
    public let file: FilePath
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

extension ObjectMetadata {
  /// The metadata as `<file>.meta.yaml` spells them.
  public var tree: Tree {
    let texts: [(String, String?)] = [
      ("contentType", contentType), ("cacheControl", cacheControl),
      ("contentDisposition", contentDisposition), ("contentEncoding", contentEncoding),
      ("contentLanguage", contentLanguage),
    ]
    let custom = custom.map { ($0.key, TreeLiteral.string($0.value)) }
    return Tree(
      .map(
        texts.compactMap { key, text in text.map { (key, .string($0)) } }
          + (custom.isEmpty ? [] : [("metadata", .map(custom))])
      )
    )
  }
}
