import SystemPackage
import TaneCore
import TaneFormats

/// Reads the folder `buckets` of a fixture set: a file for every object, metadata beside it.
struct BucketFolderReader {
  let set: String
  let project: Project
  /// The buckets that there are.
  let known: [String]

  /// The metadata files by the object's file, both relative to the project.
  private var metadata: [FilePath: FileListing.Entry] = [:]
  private var places: [TreePath: SourcePosition] = [:]
  private(set) var objects: [Fixtures.Object] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(set: String, project: Project, known: [String]) {
    self.set = set
    self.project = project
    self.known = known
  }

  /// Reads all files in the folder, whose path is relative to the project.
  mutating func read(_ folder: FilePath) {
    let listing = FileListing(of: folder, in: project) { [known] names in
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

  private mutating func readObject(_ entry: FileListing.Entry) {
    let metadata = readMetadata(metadata.removeValue(forKey: entry.path), of: entry.name)
    let keys = entry.names.map(FileName.key)
    let name = keys.dropFirst().joined(separator: "/")
    if let objection = ObjectName.objection(to: name) {
      diagnostics.append(
        .error(
          .illegalObjectName,
          "the object's name \"\(name.escapingControls)\" \(objection)",
          at: entry.place
        )
      )
    } else if let other = places.updateValue(entry.place, forKey: TreePath([keys[0], name])) {
      diagnostics.append(
        .error(
          .describedTwice,
          "two files of the set \"\(set)\" hold the object \"\(name.escapingControls)\"; remove one",
          at: entry.place,
          notes: [Diagnostic.Note("the other one", at: other)]
        )
      )
    } else if let (size, crc32c) = readBytes(entry, in: keys[0]), let metadata {
      objects.append(
        Fixtures.Object(
          bucket: keys[0],
          name: name,
          file: project.absolute(entry.path),
          size: size,
          crc32c: crc32c,
          metadata: metadata,
          position: entry.place
        )
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
      if let problem = ObjectSize.objection(to: expected) {
        diagnostics.append(.error(.objectTooLarge, "this object \(problem)", at: entry.place))
        return nil
      }
      let size = try project.files.readPieces(of: project.absolute(entry.path)) {
        checksum.update($0)
      }
      guard let size else {
        diagnostics.append(.error(.unreadableFile, "this file went away", at: entry.place))
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
    of object: String
  ) -> ObjectMetadata? {
    let contentType = ContentType.guess(fromName: object)
    guard let entry else { return ObjectMetadata(contentType: contentType) }
    do {
      let path = entry.path
      let result = try project.files.readTree(
        of: project.absolute(path),
        named: path.string,
        as: .yaml
      )
      fileCount += 1
      diagnostics += result?.diagnostics ?? []
      guard let tree = result?.tree else { return nil }
      var reader = ObjectMetadataReader()
      let metadata = reader.read(tree, guessing: contentType)
      diagnostics += reader.diagnostics
      return reader.diagnostics.isEmpty ? metadata : nil
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
      return nil
    }
  }
}

extension BucketFolderReader {
  private static func objectFile(ofMetadata path: FilePath) -> FilePath? {
    let suffix = [".meta.yaml", ".meta.yml"].first { path.string.hasSuffix($0) }
    return suffix.map { FilePath(String(path.string.dropLast($0.count))) }
  }

  private mutating func noteMetadata(_ entry: FileListing.Entry, of object: FilePath) {
    guard let other = metadata.updateValue(entry, forKey: object) else { return }
    diagnostics.append(
      .error(
        .describedTwice,
        "two files hold the metadata of \"\(object.string)\"; remove one",
        at: entry.place,
        notes: [Diagnostic.Note("the other one", at: other.place)]
      )
    )
  }

  private mutating func reportWithoutObject(_ entry: FileListing.Entry) {
    let object = Self.objectFile(ofMetadata: entry.path)?.lastComponent?.string ?? ""
    diagnostics.append(
      .error(
        .missingObject,
        "there is no object for this metadata: expected the file \"\(object.escapingControls)\""
          + " beside it",
        at: entry.place
      )
    )
  }

  /// A folder of a bucket that there is not, or a file in no bucket.
  private mutating func reportOutsideBuckets(_ entry: FileListing.Entry) {
    if entry.isFolder {
      let name = FileName.key(of: entry.name)
      diagnostics.append(.unknownBucket(name, among: known, at: entry.place))
    } else if !FileName.isForPeople(entry.name) {
      diagnostics.append(
        .error(
          .notAFolder,
          "\"\(entry.name.escapingControls)\" is a file; objects lie in a folder with their bucket's"
            + " name (\(Diagnostic.list(known)))",
          at: entry.place
        )
      )
    }
  }
}
