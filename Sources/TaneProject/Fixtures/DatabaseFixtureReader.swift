import SystemPackage
import TaneCore
import TaneFormats

/// A reader of the `databases` folders of fixture sets, which contain a file for each described
/// node.
struct DatabaseFixtureReader: FixtureReader {
  let source: FixtureSource
  let services: FixtureServices
  /// The key reserved by Tane at the root of each database.
  let reservedKey: String

  /// The name of the current set.
  private var set = ""
  private var layers: [String: DatabaseLayer] = [:]
  private var sets: [[String: DatabaseLayer]] = []
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource, services: FixtureServices, reservedKey: String) {
    (self.source, self.services, self.reservedKey) = (source, services, reservedKey)
  }

  mutating func read(_ folder: FileListing.Entry, of set: String) {
    (self.set, layers) = (set, [:])
    let listing = FileListing(of: folder.path, in: project) { [services] names in
      TreeFormat(ofFile: names.last ?? "") == nil
        && (names.count > 1 || services.names.contains(FileName.key(of: names[0])))
    }
    diagnostics += listing.diagnostics
    let files = listing.entries.compactMap { entry in
      TreeFormat(ofFile: entry.name).flatMap { entry.isFolder ? nil : (entry, $0) }
    }
    let parsed = parse(files)
    for entry in listing.entries { read(entry, parsed[entry.path], below: folder.path) }
    sets.append(layers)
  }

  mutating func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    let databases = names.map { name in
      LayeredDatabase(
        name: name,
        layers: layers(of: name),
        reservedKey: reservedKey,
        hasLayerTags: source.evaluator.hasLayerTags,
        &references
      )
    }
    diagnostics += databases.parallelMap { $0.findings() }.joined()
    return zip(names, databases).map { ServiceFixtures(.databases, $0, $1.resources) }
  }

  func addTargets(to targets: inout FixtureReferences.Targets) {
    for name in names {
      targets.trees[name] = LayeredDatabase.tree(
        of: layers(of: name),
        hasLayerTags: source.evaluator.hasLayerTags
      )
    }
  }

  private var names: [String] { Set(sets.flatMap(\.keys)).sorted() }

  private func layers(of name: String) -> [DatabaseLayer] { sets.compactMap { $0[name] } }

  private mutating func read(
    _ entry: FileListing.Entry,
    _ parsed: ParsedFile?,
    below folder: FilePath
  ) {
    guard let format = TreeFormat(ofFile: entry.name) else { return reportUnexpectedEntry(entry) }
    var keys = FileName.keys(of: entry.names.dropLast() + [TreeFormat.stem(of: entry.name)])
    let database = keys.removeFirst()
    guard services.names.contains(database) else {
      diagnostics.append(services.missingServiceFinding(database, at: entry))
      return
    }
    guard !entry.isFolder else { return reportFolder(entry) }
    let problems = Self.problems(with: keys, of: database, folder: folder, entry)
    diagnostics += problems
    let address = Address(service: database, path: TreePath(keys))
    guard problems.isEmpty, let tree = tree(of: entry, as: format, at: address, parsed: parsed)
    else { return }
    let layer = DatabaseLayer(name: database, set: set)
    // The layer is changed in place, since copying it for each file would take quadratic time.
    let conflict = layers[database, default: layer]
      .add(tree, at: TreePath(keys), of: entry.place)
    if let conflict { diagnostics.append(conflict) }
  }

  /// Returns the findings about invalid keys in the names of a file and its folders.
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

extension DatabaseFixtureReader {
  /// Reports a folder for an unknown database, or a file that is not a fixture.
  private mutating func reportUnexpectedEntry(_ entry: FileListing.Entry) {
    if entry.isFolder {
      diagnostics.append(services.missingServiceFinding(FileName.key(of: entry.name), at: entry))
    } else {
      reportUnexpectedFile(entry, of: "a database")
    }
  }
}
