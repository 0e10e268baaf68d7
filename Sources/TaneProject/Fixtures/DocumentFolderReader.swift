import SystemPackage
import TaneCore
import TaneFormats

/// Reads the folder `firestore` of a fixture set: a file for every document, in folders that are
/// collections and, below those, documents with collections of their own.
struct DocumentFolderReader {
  /// What a file says of a document.
  struct File {
    let tree: Tree
    let place: SourcePosition
  }

  let set: String
  let project: Project

  private(set) var documents: [DocumentPath: File] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(set: String, project: Project) {
    self.set = set
    self.project = project
  }

  /// Reads all files in the folder, whose path is relative to the project.
  mutating func read(_ folder: FilePath) {
    let listing = FileListing(of: folder, in: project) { names in
      !Self.isDocument(names) || Self.format(of: names.last ?? "") == nil
    }
    diagnostics += listing.diagnostics
    var refused: Set<FilePath> = []
    for entry in listing.entries {
      guard let format = Self.format(of: entry.name), !entry.isFolder else {
        reportNoDocument(entry)
        continue
      }
      guard Self.isDocument(entry.names) else {
        reportOutsideCollections(entry)
        continue
      }
      guard let path = path(of: entry, below: folder, &refused),
        let tree = tree(of: entry, format)
      else { continue }
      add(File(tree: tree, place: entry.place), at: path)
    }
  }

  private mutating func add(_ file: File, at path: DocumentPath) {
    guard let other = documents.updateValue(file, forKey: path) else { return }
    diagnostics.append(
      .error(
        .describedTwice,
        "two files of the set \"\(set)\" hold this document; keep it in one",
        at: file.place,
        address: Address(document: path),
        notes: [Diagnostic.Note("the other one", at: other.place)]
      )
    )
  }

  /// The path that folders and the file's name spell; nil where Firestore forbids it.
  ///
  /// Of a folder with a forbidden name its first file tells.
  private mutating func path(
    of entry: FileListing.Entry,
    below folder: FilePath,
    _ refused: inout Set<FilePath>
  ) -> DocumentPath? {
    let names = entry.names.dropLast() + [Self.stem(of: entry.name)]
    let path = DocumentPath(names.map(FileName.key))
    var isLegal = true
    for (index, id) in path.segments.enumerated() {
      guard let objection = DocumentCheck.objection(toIdentifier: id) else { continue }
      isLegal = false
      let place = entry.names[...index].reduce(folder) { $0.appending($1) }
      guard refused.insert(place).inserted else { continue }
      report(objection, about: DocumentPath(Array(path.segments[...index])), at: place)
    }
    guard isLegal, let objection = DocumentCheck.objection(to: path) else {
      return isLegal ? path : nil
    }
    report(objection, about: path, at: entry.path)
    return nil
  }

  private mutating func report(
    _ objection: String,
    about path: DocumentPath,
    at place: FilePath
  ) {
    diagnostics.append(
      .error(
        .illegalIdentifier,
        "Firestore cannot hold a \(path.isDocument ? "document" : "collection") of this name:"
          + " \(objection.prefix(1).lowercased())\(objection.dropFirst().dropLast())",
        at: SourcePosition(file: place.string),
        address: Address(document: path)
      )
    )
  }

  private mutating func tree(of entry: FileListing.Entry, _ format: TreeFormat) -> Tree? {
    let file = FixtureFile(entry, as: format, in: project)
    diagnostics += file.diagnostics
    if file.wasRead { fileCount += 1 }
    return file.tree
  }
}

extension DocumentFolderReader {
  /// Whether the names that lead to a place lead to a document.
  private static func isDocument(_ names: [String]) -> Bool { names.count.isMultiple(of: 2) }

  private static func format(of name: String) -> TreeFormat? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return TreeFormat(fileExtension: String(name[name.index(after: dot)...]))
  }

  private static func stem(of name: String) -> String {
    String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }

  /// A folder by the name of a file, or a file of another format.
  private mutating func reportNoDocument(_ entry: FileListing.Entry) {
    if entry.isFolder {
      let stem = Self.stem(of: entry.name)
      diagnostics.append(
        .error(
          .notAFile,
          "\"\(entry.name.escapingControls)\" is a folder, and by its name should be a file; call the"
            + " folder \"\(stem.escapingControls)\"",
          at: entry.place
        )
      )
    } else if !FileName.isForPeople(entry.name) {
      diagnostics.append(
        .error(
          .unexpectedFile,
          "\"\(entry.name.escapingControls)\" is no fixture: the files of documents end in .yaml,"
            + " .yml or .json",
          at: entry.place
        )
      )
    }
  }

  private mutating func reportOutsideCollections(_ entry: FileListing.Entry) {
    let stem = Self.stem(of: entry.name)
    diagnostics.append(
      .error(
        .unexpectedFile,
        "\"\(entry.name.escapingControls)\" lies where collections do; a document is a file in the"
          + " folder of its collection, such as \(stem.escapingControls)/ID.yaml",
        at: entry.place
      )
    )
  }
}
