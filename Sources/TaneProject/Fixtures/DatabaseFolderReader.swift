import SystemPackage
import TaneCore
import TaneFormats

/// Reads the folder `databases` of a fixture set: a file for every node that it describes.
struct DatabaseFolderReader {
  let set: String
  let project: Project
  /// The databases that there are.
  let known: [String]

  private(set) var layers: [String: DatabaseLayer] = [:]
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
      Self.format(of: names.last ?? "") == nil
        && (names.count > 1 || known.contains(FileName.key(of: names[0])))
    }
    diagnostics += listing.diagnostics
    for entry in listing.entries { read(entry, below: folder) }
  }

  private mutating func read(_ entry: FileListing.Entry, below folder: FilePath) {
    guard let format = Self.format(of: entry.name) else { return reportNoFixture(entry) }
    let stem = Self.stem(of: entry.name)
    var keys = (entry.names.dropLast() + [stem]).map(FileName.key)
    let database = keys.removeFirst()
    guard known.contains(database) else {
      diagnostics.append(.unknownDatabase(database, among: known, at: entry.place))
      return
    }
    guard !entry.isFolder else { return reportFolder(entry, stem) }
    let problems = Self.problems(with: keys, of: database, folder: folder, entry)
    diagnostics += problems
    guard problems.isEmpty, let tree = tree(of: entry, format) else { return }
    let layer = layers[database] ?? DatabaseLayer(name: database, set: set)
    add(tree, at: TreePath(keys), of: entry.place, to: layer, database)
  }

  private mutating func add(
    _ tree: Tree,
    at path: TreePath,
    of place: SourcePosition,
    to layer: DatabaseLayer,
    _ database: String
  ) {
    var layer = layer
    layers[database] = nil
    if let conflict = layer.add(tree, at: path, of: place) { diagnostics.append(conflict) }
    layers[database] = layer
  }

  private mutating func tree(of entry: FileListing.Entry, _ format: TreeFormat) -> Tree? {
    let file = FixtureFile(entry, as: format, in: project)
    diagnostics += file.diagnostics
    if file.wasRead { fileCount += 1 }
    return file.tree
  }

  /// What the database cannot hold of the keys that folders and the file's name spell.
  private static func problems(
    with keys: [String],
    of database: String,
    folder: FilePath,
    _ entry: FileListing.Entry
  ) -> [Diagnostic] {
    keys.indices.flatMap { index in
      let path = TreePath(Array(keys[..<index]))
      let place = entry.names[...(index + 1)].reduce(folder) { $0.appending($1) }
      return RealtimeDatabaseCheck.findings(
        in: Tree(.map([(keys[index], .bool(true))])),
        at: path,
        of: database
      ).filter { $0.severity == .error }.map { $0.at(SourcePosition(file: place.string)) }
    }
  }
}

extension DatabaseFolderReader {
  private static func format(of name: String) -> TreeFormat? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return TreeFormat(fileExtension: String(name[name.index(after: dot)...]))
  }

  private static func stem(of name: String) -> String {
    String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }

  /// A folder of a database that there is not, or a file that is no fixture.
  private mutating func reportNoFixture(_ entry: FileListing.Entry) {
    if entry.isFolder {
      let name = FileName.key(of: entry.name)
      diagnostics.append(.unknownDatabase(name, among: known, at: entry.place))
    } else if !FileName.isForPeople(entry.name) {
      diagnostics.append(
        .error(
          .unexpectedFile,
          "\"\(entry.name.escapingControls)\" is no fixture: the files of a database end in .yaml,"
            + " .yml or .json",
          at: entry.place
        )
      )
    }
  }

  private mutating func reportFolder(_ entry: FileListing.Entry, _ stem: String) {
    diagnostics.append(
      .error(
        .notAFile,
        "\"\(entry.name.escapingControls)\" is a folder, and by its name should be a file; call the"
          + " folder \"\(stem.escapingControls)\"",
        at: entry.place
      )
    )
  }
}
