public import SystemPackage
public import TaneCore

/// Reads what fixture sets say of objects in storage buckets.
struct BucketFixtureReader: FixtureReader {
  let project: Project
  let known: [String]

  private var objects: [Address: Fixtures.Object] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(project: Project, known: [String]) { (self.project, self.known) = (project, known) }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    var reader = BucketFolderReader(set: set, project: project, known: known)
    reader.read(entry.path)
    for object in reader.objects {
      objects[Address(service: object.bucket, path: TreePath([object.name]))] = object
    }
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  func layered() -> [ServiceFixtures] {
    let buckets = Dictionary(grouping: objects.values, by: \.bucket)
    return buckets.sorted { $0.key < $1.key }.map { name, objects in
      let objects = objects.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      return ServiceFixtures(
        .buckets,
        name,
        objects.map {
          DesiredResource(
            $0.address,
            $0.metadata.tree,
            blob: BlobDigest(size: $0.size, crc32c: $0.crc32c),
            at: $0.position
          )
        },
        files: Dictionary(objects.map { ($0.address, $0.file) }) { $1 },
        details: objects
      )
    }
  }
}

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
