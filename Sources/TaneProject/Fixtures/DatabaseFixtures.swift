public import TaneCore

/// Reads what fixture sets say of Realtime Databases.
struct DatabaseFixtureReader: FixtureReader {
  let project: Project
  let known: [String]

  private var layers: [[String: DatabaseLayer]] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(project: Project, known: [String]) { (self.project, self.known) = (project, known) }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    var reader = DatabaseFolderReader(set: set, project: project, known: known)
    reader.read(entry.path)
    layers.append(reader.layers)
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  mutating func layered() -> [ServiceFixtures] {
    let databases = Set(layers.flatMap(\.keys)).sorted().map { name in
      LayeredDatabase(name: name, layers: layers.compactMap { $0[name] })
    }
    diagnostics += databases.flatMap(\.findings)
    return databases.map(\.database).map { database in
      ServiceFixtures(
        .databases,
        database.name,
        database.owned.map {
          DesiredResource(Address(service: database.name, path: $0), database.tree[$0] ?? .null)
        },
        details: database
      )
    }
  }
}

extension Fixtures {
  /// What fixtures say of a Realtime Database.
  public struct Database: Sendable {
    /// The database's name in the profile.
    public let name: String
    /// The tree from the root, as the files spell it: not yet in stored form.
    public let tree: Tree
    /// The nodes that files describe, of which none lies below another, in walk order.
    public let owned: [TreePath]
  }

  /// The databases that fixtures say something of, by name.
  public var databases: [Database] {
    services(of: .databases).compactMap { $0.details as? Database }
  }
}
