import SystemPackage
import TaneCore
import TaneFormats

/// A reader of the `firestore` folders of fixture sets.
///
/// The folders contain a file for each document or for a whole collection. The levels of folders
/// alternate between collections and documents with subcollections.
struct DocumentFixtureReader: FixtureReader {
  /// The content of a document in one file.
  struct File {
    let tree: Tree
    let place: SourcePosition
  }

  let source: FixtureSource
  /// The database of the documents, or nil if the environment has none.
  let database: DocumentDatabaseName?
  /// The collection reserved by Tane.
  let reservedCollection: String

  /// The name of the current set.
  private var set = ""
  private var documents: [DocumentPath: File] = [:]
  private var sets: [[DocumentPath: File]] = []
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource, database: DocumentDatabaseName?, reservedCollection: String) {
    self.source = source
    self.database = database
    self.reservedCollection = reservedCollection
  }

  mutating func read(_ folder: FileListing.Entry, of set: String) {
    (self.set, documents) = (set, [:])
    let listing = FileListing(of: folder.path, in: project) { names in
      !Self.isDocument(names) || TreeFormat(ofFile: names.last ?? "") == nil
    }
    diagnostics += listing.diagnostics
    var refused: Set<FilePath> = []
    for entry in listing.entries {
      guard let format = TreeFormat(ofFile: entry.name), !entry.isFolder else {
        entry.isFolder ? reportFolder(entry) : reportUnexpectedFile(entry, of: "documents")
        continue
      }
      guard Self.isDocument(entry.names) else {
        readCollection(entry, as: format)
        continue
      }
      guard let path = path(of: entry, below: folder.path, &refused),
        let tree = tree(of: entry, as: format, at: Address(document: path))
      else { continue }
      add(File(tree: tree, place: entry.place), at: path)
    }
    sets.append(documents)
  }

  mutating func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    guard let database else { return [] }
    let layeredFixtures = LayeredDocuments(
      layers: sets,
      in: database,
      hasLayerTags: source.evaluator.hasLayerTags,
      &references
    )
    diagnostics += layeredFixtures.findings
    return [
      ServiceFixtures(
        .firestore,
        ServiceKind.firestore.id,
        layeredFixtures.documents
      )
    ]
  }

  func addTargets(to targets: inout FixtureReferences.Targets) {
    var assembly = TreeAssembly()
    let merged = LayeredDocuments.merged(sets, hasLayerTags: source.evaluator.hasLayerTags)
    for (path, file) in merged.documents.sorted(by: { $0.key < $1.key }) {
      _ = assembly.add(file.tree, at: TreePath(path.segments))
    }
    let tree = assembly.assembled()
    if !tree.isNull { targets.trees[ServiceKind.firestore.id] = tree }
  }

  /// Reads a file that contains a whole collection, as a map from document IDs to documents.
  private mutating func readCollection(_ entry: FileListing.Entry, as format: TreeFormat) {
    let names = entry.names.dropLast() + [TreeFormat.stem(of: entry.name)]
    let collection = DocumentPath(FileName.keys(of: names))
    guard let tree = tree(of: entry, as: format, at: Address(document: collection)) else { return }
    // A file with at least one document is a collection; its other entries are wrong documents.
    guard tree.kind == .map, tree.tag == .none,
      tree.children.contains(where: { $0.kind == .map && [.none, .expression].contains($0.tag) })
    else { return reportOutsideCollections(entry) }
    for child in tree.children {
      let path = DocumentPath(collection.segments + [child.key ?? ""])
      let place = child.keyPosition ?? entry.place
      if let violation = DocumentCheck.violation(in: path) {
        report(violation, about: path, at: place)
      } else {
        add(File(tree: child, place: place), at: path)
      }
    }
  }

  private mutating func add(_ file: File, at path: DocumentPath) {
    guard let other = documents.updateValue(file, forKey: path) else { return }
    diagnostics.append(
      .error(
        .describedTwice,
        "two files of the set \"\(set)\" define this document; remove it from one of them",
        at: file.place,
        address: Address(document: path),
        notes: [Diagnostic.Note("the other one", at: other.place)]
      )
    )
  }

  /// Returns the path that the names of a file and its folders represent, or nil if the path is
  /// invalid.
  ///
  /// An invalid folder name is reported only once, for the first file in the folder.
  private mutating func path(
    of entry: FileListing.Entry,
    below folder: FilePath,
    _ refused: inout Set<FilePath>
  ) -> DocumentPath? {
    let names = entry.names.dropLast() + [TreeFormat.stem(of: entry.name)]
    let path = DocumentPath(FileName.keys(of: names))
    if path.segments.first == reservedCollection {
      let place = folder.appending(entry.names[0])
      if refused.insert(place).inserted { reportReserved(at: place) }
      return nil
    }
    var isLegal = true
    for (index, id) in path.segments.enumerated() {
      guard let violation = DocumentCheck.violation(inIdentifier: id) else { continue }
      isLegal = false
      let place = entry.names[...index].reduce(folder) { $0.appending($1) }
      guard refused.insert(place).inserted else { continue }
      report(
        violation,
        about: DocumentPath(Array(path.segments[...index])),
        at: SourcePosition(file: place.string)
      )
    }
    guard isLegal, let violation = DocumentCheck.violation(in: path) else {
      return isLegal ? path : nil
    }
    report(violation, about: path, at: entry.place)
    return nil
  }

  private mutating func reportReserved(at place: FilePath) {
    diagnostics.append(
      .error(
        .reservedKey,
        "\"\(reservedCollection)\" is the collection reserved for Tane; use another name, or "
          + "change the reserved name with \"marker: { key: … }\" in the profile",
        at: SourcePosition(file: place.string),
        address: Address(document: DocumentPath([reservedCollection]))
      )
    )
  }

  private mutating func report(
    _ violation: String,
    about path: DocumentPath,
    at place: SourcePosition
  ) {
    diagnostics.append(
      .error(
        .illegalIdentifier,
        "Firestore does not allow a \(path.isDocument ? "document" : "collection") with this name: "
          + "\(violation.prefix(1).lowercased())\(violation.dropFirst().dropLast())",
        at: place,
        address: Address(document: path)
      )
    )
  }
}

extension DocumentFixtureReader {
  /// Returns true if the names of nested folders and files form the path of a document.
  private static func isDocument(_ names: [String]) -> Bool {
    FileName.keys(of: names).count.isMultiple(of: 2)
  }

  private mutating func reportOutsideCollections(_ entry: FileListing.Entry) {
    let stem = TreeFormat.stem(of: entry.name)
    report(
      .unexpectedFile,
      "\"\(entry.name.escapingControls)\" is not in the folder of a collection; move the document "
        + "to a folder such as \(stem.escapingControls)/ID.yaml, or write a map of documents in "
        + "this file",
      at: entry
    )
  }
}
