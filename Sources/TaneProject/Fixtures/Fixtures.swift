public import SystemPackage
public import TaneCore

/// The fixtures of an environment: its sets laid over each other, and every problem with them.
public struct Fixtures: Sendable {
  /// What fixtures say of a Realtime Database.
  public struct Database: Sendable {
    /// The database's name in the profile.
    public let name: String
    /// The tree from the root, as the files spell it: not yet in stored form.
    public let tree: Tree
    /// The nodes that files describe, of which none lies below another, in walk order.
    public let owned: [TreePath]
  }

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

  /// The sets, later over earlier.
  public let sets: [String]
  /// The databases that fixtures say something of, by name.
  public let databases: [Database]
  /// The objects, by bucket and name.
  public let objects: [Object]
  /// Every problem of all files, by place, each one once.
  public let diagnostics: [Diagnostic]
  /// The number of files read, the objects and their metadata included.
  public let fileCount: Int
}
