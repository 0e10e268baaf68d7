import SystemPackage
import TaneCore
import TaneFormats

/// A reader of the `buckets` folders of fixture sets, which contain objects as files and, next to
/// the objects, metadata files.
struct BucketFixtureReader: FixtureReader {
  let source: FixtureSource
  let services: FixtureServices
  /// The address of the shared state's object, if it is in one of the buckets.
  let state: Address?

  /// The name of the current set.
  private var set = ""
  /// The metadata files, keyed by the project-relative path of the object's file.
  private var metadata: [String: FileListing.Entry] = [:]
  private var filePositions: [TreePath: SourcePosition] = [:]
  private var objects: [Address: DesiredResource] = [:]
  /// The absolute paths of the files that contain the objects' bytes.
  private var paths: [Address: FilePath] = [:]
  /// The bytes of objects without a file.
  private var contents: [Address: [UInt8]] = [:]
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource, services: FixtureServices, state: Address?) {
    (self.source, self.services, self.state) = (source, services, state)
  }

  mutating func read(_ folder: FileListing.Entry, of set: String) {
    (self.set, metadata, filePositions) = (set, [:], [:])
    let listing = FileListing(of: folder.path, in: project) { [services] names in
      names.count > 1 || services.names.contains(FileName.key(of: names[0]))
    }
    diagnostics += listing.diagnostics
    var files: [FileListing.Entry] = []
    for entry in listing.entries {
      if entry.names.count == 1 {
        reportOutsideBuckets(entry)
      } else if let object = Self.objectFile(ofMetadata: entry.path.string) {
        registerMetadata(entry, of: object)
      } else {
        files.append(entry)
      }
    }
    for entry in files { readObject(entry) }
    let remaining = metadata.values.sorted { $0.path.string < $1.path.string }
    for entry in remaining { readObject(describedBy: entry) }
  }

  func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    let buckets = Dictionary(grouping: objects.values, by: \.address.service)
    return buckets.sorted { $0.key < $1.key }.map { name, objects in
      let resources = objects.sorted {
        $0.address.objectName.utf8.lexicographicallyPrecedes($1.address.objectName.utf8)
      }
      return ServiceFixtures(.buckets, name, resources, files: paths, contents: contents)
    }
  }

  var allowsLayerTags: Bool { false }

  func addTargets(to targets: inout FixtureReferences.Targets) {
    for address in objects.keys {
      targets.objects[address.service, default: []].insert(address.objectName)
    }
  }

  private mutating func readObject(_ entry: FileListing.Entry) {
    let address = Self.address(of: entry.names)
    let description = metadata.removeValue(forKey: entry.path.string)
    var tree: Tree?
    if let description { tree = self.tree(of: description, as: .yaml, at: address) }
    if let content = tree?[ObjectMetadataReader.contentKey] {
      diagnostics.append(
        .error(
          .describedTwice,
          "\"content\" cannot be combined with a file for the object; remove one of them",
          at: content.keyPosition,
          notes: [Diagnostic.Note("the file", at: entry.place)]
        )
      )
    }
    let file = project.absolute(entry.path)
    guard checkName(of: address, entry), let digest = readBytes(entry, file),
      description == nil || tree != nil, let metadata = readMetadata(tree, of: entry.name)
    else { return }
    add(address, digest, metadata, file: file, at: entry.place)
  }

  /// Reads an object whose metadata file contains its bytes.
  private mutating func readObject(describedBy entry: FileListing.Entry) {
    guard let file = Self.objectFile(ofMetadata: entry.name) else { return }
    let address = Self.address(of: entry.names.dropLast() + [file])
    guard let tree = tree(of: entry, as: .yaml, at: address) else { return }
    guard let content = tree[ObjectMetadataReader.contentKey] else {
      return reportMissingObject(entry)
    }
    guard checkName(of: address, entry), let bytes = bytes(content),
      let metadata = readMetadata(tree, of: file)
    else { return }
    var checksum = CRC32C()
    bytes.withUnsafeBytes { checksum.update($0) }
    let digest = BlobDigest(size: bytes.count, crc32c: checksum.value)
    add(address, digest, metadata, file: nil, at: entry.place)
    contents[address] = bytes
  }

  /// Returns the bytes of a string or a `!bytes` value; reports any other value and returns nil.
  private mutating func bytes(_ content: Tree) -> [UInt8]? {
    // A tag with an error evaluates to null, and the error has already been reported.
    if content.isNull,
      diagnostics.contains(where: {
        $0.severity == .error && $0.position?.file == content.position?.file
      })
    {
      return nil
    }
    if let text = content.string, content.tag == .none { return Array(text.utf8) }
    if let text = content.string, content.tag == .bytes,
      let bytes = Base64.bytes(of: text, requiringPadding: true)
    {
      return bytes
    }
    diagnostics.append(
      .wrongType(of: ObjectMetadataReader.contentKey, expected: "text or bytes", found: content)
    )
    return nil
  }

  /// Returns the address of an object, given the names of its folders and its file.
  private static func address(of names: some Sequence<String>) -> Address {
    let keys = FileName.keys(of: names)
    return Address(bucket: keys[0], object: keys.dropFirst().joined(separator: "/"))
  }

  /// Returns true if an object's name is valid and unreserved, and no other file of the set
  /// describes the object; reports a finding otherwise.
  private mutating func checkName(of address: Address, _ entry: FileListing.Entry) -> Bool {
    let name = address.objectName
    if let violation = ObjectName.violation(in: name) {
      report(
        .illegalObjectName,
        "the object's name \"\(name.escapingControls)\" \(violation)",
        at: entry
      )
      return false
    }
    guard state != address else {
      report(
        .illegalObjectName,
        "the object \"\(name.escapingControls)\" is the shared state (\"state\" in the profile); "
          + "rename this file, or change \"state\"",
        at: entry
      )
      return false
    }
    guard
      let other = filePositions.updateValue(entry.place, forKey: TreePath([address.service, name]))
    else { return true }
    report(
      .describedTwice,
      "two files of the set \"\(set)\" define the object \"\(name.escapingControls)\"; remove one",
      at: entry,
      besides: other
    )
    return false
  }

  private mutating func add(
    _ address: Address,
    _ digest: BlobDigest,
    _ metadata: ObjectMetadata,
    file: FilePath?,
    at place: SourcePosition
  ) {
    // An object of a later set replaces the object of the same name in an earlier set.
    (paths[address], contents[address]) = (file, nil)
    objects[address] = DesiredResource(address, metadata.tree, blob: digest, at: place)
  }

  private mutating func readBytes(
    _ entry: FileListing.Entry,
    _ file: FilePath
  ) -> BlobDigest? {
    do {
      let expected = try project.files.byteCount(of: file) ?? 0
      if let problem = ObjectSize.violation(in: expected) {
        report(.objectTooLarge, "this object \(problem)", at: entry)
        return nil
      }
      guard let digest = try project.files.digest(of: file) else {
        report(.unreadableFile, "this file was removed while it was being read", at: entry)
        return nil
      }
      fileCount += 1
      return digest
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
      return nil
    }
  }

  /// Returns the metadata in a tree, or nil if the tree is invalid; without a tree, returns
  /// metadata with a guessed content type.
  private mutating func readMetadata(_ tree: Tree?, of object: String) -> ObjectMetadata? {
    let contentType = ContentType.guess(fromName: object)
    guard let tree else { return ObjectMetadata(contentType: contentType) }
    // Metadata is read immediately, but references can be resolved only after all objects are read.
    if let reference = FixtureReferences.first(in: tree) {
      let tag = reference.children.first?.key ?? ""
      diagnostics.append(
        .error(
          "wrong-tag",
          "the tag \(tag) is not allowed in the metadata of an object; write the value itself",
          at: reference.position
        )
      )
      return nil
    }
    var reader = ObjectMetadataReader()
    let metadata = reader.read(tree, guessing: contentType)
    diagnostics += reader.diagnostics
    return reader.diagnostics.isEmpty ? metadata : nil
  }
}

extension BucketFixtureReader {
  /// Returns the path or name of an object's file, given the path or name of its metadata file, or
  /// nil for any other file.
  private static func objectFile(ofMetadata path: String) -> String? {
    let suffix = [".meta.yaml", ".meta.yml"].first { path.hasSuffix($0) }
    return suffix.map { String(path.dropLast($0.count)) }
  }

  private mutating func registerMetadata(_ entry: FileListing.Entry, of object: String) {
    guard let other = metadata.updateValue(entry, forKey: object) else { return }
    report(
      .describedTwice,
      "two files define the metadata of \"\(object)\"; remove one",
      at: entry,
      besides: other.place
    )
  }

  private mutating func reportMissingObject(_ entry: FileListing.Entry) {
    let object = Self.objectFile(ofMetadata: entry.name) ?? ""
    report(
      .missingObject,
      "there is no object for this metadata: expected the file \"\(object.escapingControls)\" next "
        + "to it",
      at: entry
    )
  }

  /// Reports a folder for an unknown bucket, or a file outside of buckets.
  private mutating func reportOutsideBuckets(_ entry: FileListing.Entry) {
    if entry.isFolder {
      diagnostics.append(services.missingServiceFinding(FileName.key(of: entry.name), at: entry))
    } else {
      report(
        .notAFolder,
        "\"\(entry.name.escapingControls)\" is a file; objects must be in a folder with the name "
          + "of their bucket (known: \(Diagnostic.list(services.names)))",
        at: entry
      )
    }
  }
}
