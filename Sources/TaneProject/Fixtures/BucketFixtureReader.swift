import SystemPackage
import TaneCore
import TaneFixtureLanguage
import TaneFormats

/// Reads the folders `buckets` of fixture sets: a file for every object, metadata beside it.
struct BucketFixtureReader: FixtureReader {
  let source: FixtureSource
  /// The buckets that there are.
  let known: [String]

  /// The set that is read.
  private var set = ""
  /// The metadata files by the object's file, both relative to the project.
  private var metadata: [FilePath: FileListing.Entry] = [:]
  private var places: [TreePath: SourcePosition] = [:]
  private var objects: [Address: Fixtures.Object] = [:]
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource, known: [String]) { (self.source, self.known) = (source, known) }

  mutating func read(_ folder: FileListing.Entry, of set: String) {
    (self.set, metadata, places) = (set, [:], [:])
    let listing = FileListing(of: folder.path, in: project) { [known] names in
      names.count > 1 || known.contains(FileName.key(of: names[0]))
    }
    diagnostics += listing.diagnostics
    var files: [FileListing.Entry] = []
    for entry in listing.entries {
      if entry.names.count == 1 {
        reportOutsideBuckets(entry)
      } else if let object = Self.objectFile(ofMetadata: entry.path) {
        noteMetadata(entry, of: object)
      } else {
        files.append(entry)
      }
    }
    for entry in files { readObject(entry) }
    for entry in metadata.values { reportWithoutObject(entry) }
  }

  func layered(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
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

  func addTargets(to targets: inout FixtureReferences.Targets) {
    for object in objects.values { targets.objects[object.bucket, default: []].insert(object.name) }
  }

  private mutating func readObject(_ entry: FileListing.Entry) {
        let keys = entry.names.map(FileName.key)
    let name = keys.dropFirst().joined(separator: "/")
    let address = Address(bucket: keys[0], object: name)
    let metadata = readMetadata(metadata.removeValue(forKey: entry.path), of: entry.name, address)
    if let violation = ObjectName.violation(in: name) {
      report(
        .illegalObjectName,
        "the object's name \"\(name.escapingControls)\" \(violation)",
        at: entry
      )
    } else if let other = places.updateValue(entry.place, forKey: TreePath([keys[0], name])) {
      report(
        .describedTwice,
        "two files of the set \"\(set)\" hold the object \"\(name.escapingControls)\"; remove one",
        at: entry,
        besides: other
      )
    } else if let (size, crc32c) = readBytes(entry, in: keys[0]), let metadata {
      // A later set's object takes the place of an earlier one's.
      objects[Address(service: keys[0], path: TreePath([name]))] = Fixtures.Object(
        bucket: keys[0],
        name: name,
        file: project.absolute(entry.path),
        size: size,
        crc32c: crc32c,
        metadata: metadata,
        position: entry.place
      )
    }
  }

  private mutating func readBytes(
    _ entry: FileListing.Entry,
    in bucket: String
  ) -> (size: Int, crc32c: UInt32)? {
    var checksum = CRC32C()
    do {
      let expected = try project.files.byteCount(of: project.absolute(entry.path)) ?? 0
      if let problem = ObjectSize.violation(in: expected) {
        report(.objectTooLarge, "this object \(problem)", at: entry)
        return nil
      }
      let size = try project.files.readPieces(of: project.absolute(entry.path)) {
        checksum.update($0)
      }
      guard let size else {
        report(.unreadableFile, "this file went away", at: entry)
        return nil
      }
      fileCount += 1
      return (size, checksum.value)
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
      return nil
    }
  }

  /// The metadata of an object, guessed where no file says it; nil where the file cannot be used.
  private mutating func readMetadata(
    _ entry: FileListing.Entry?,
    of object: String,
    _ address: Address
  ) -> ObjectMetadata? {
    let contentType = ContentType.guess(fromName: object)
    guard let entry else { return ObjectMetadata(contentType: contentType) }
    guard let tree = tree(of: entry, as: .yaml, at: address) else { return nil }
    var reader = ObjectMetadataReader()
    let metadata = reader.read(tree, guessing: contentType)
    diagnostics += reader.diagnostics
    return reader.diagnostics.isEmpty ? metadata : nil
  }
}

extension BucketFixtureReader {
  private static func objectFile(ofMetadata path: FilePath) -> FilePath? {
    let suffix = [".meta.yaml", ".meta.yml"].first { path.string.hasSuffix($0) }
    return suffix.map { FilePath(String(path.string.dropLast($0.count))) }
  }

  private mutating func noteMetadata(_ entry: FileListing.Entry, of object: FilePath) {
    guard let other = metadata.updateValue(entry, forKey: object) else { return }
    report(
      .describedTwice,
      "two files hold the metadata of \"\(object.string)\"; remove one",
      at: entry,
      besides: other.place
    )
  }

  private mutating func reportWithoutObject(_ entry: FileListing.Entry) {
    let object = Self.objectFile(ofMetadata: entry.path)?.lastComponent?.string ?? ""
    report(
      .missingObject,
      "there is no object for this metadata: expected the file \"\(object.escapingControls)\""
        + " beside it",
      at: entry
    )
  }

  /// A folder of a bucket that there is not, or a file in no bucket.
  private mutating func reportOutsideBuckets(_ entry: FileListing.Entry) {
    if entry.isFolder {
      let name = FileName.key(of: entry.name)
      diagnostics.append(.unknownBucket(name, among: known, at: entry.place))
    } else if !FileName.isForPeople(entry.name) {
      report(
        .notAFolder,
        "\"\(entry.name.escapingControls)\" is a file; objects lie in a folder with their bucket's"
          + " name (\(Diagnostic.list(known)))",
        at: entry
      )
    }
  }
}
