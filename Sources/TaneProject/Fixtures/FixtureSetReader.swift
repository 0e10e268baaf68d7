import SystemPackage
import TaneCore

/// The services that fixtures can be for.
struct FixtureServices {
  /// The names of the databases.
  let databases: [String]
  /// The names of the buckets.
  let buckets: [String]
  /// Whether there is a Firestore database.
  let hasFirestore: Bool
  /// Whether there are accounts.
  let hasAccounts: Bool
}

/// Reads one fixture set: its databases, buckets, documents and accounts.
struct FixtureSetReader {
  let set: String
  let project: Project
  private let services: FixtureServices
  private var accountsFile: SourcePosition?

  private(set) var databases: [String: DatabaseLayer] = [:]
  private(set) var objects: [Fixtures.Object] = []
  private(set) var documents: [DocumentPath: DocumentFolderReader.File] = [:]
  /// The map of accounts, if the set has one.
  private(set) var accounts: Tree?
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(set: String, project: Project, services: FixtureServices) {
    self.set = set
    self.project = project
    self.services = services
  }

  /// Reads everything in the set's folder.
  mutating func read() {
    let folder = FilePath(Project.fixtures).appending(set)
    let listing = FileListing(of: folder, in: project) { _ in false }
    diagnostics += listing.diagnostics
    for entry in listing.entries {
      switch (entry.name, entry.isFolder) {
      case ("databases", true): readDatabases(entry.path)
      case ("buckets", true): readBuckets(entry.path)
      case ("firestore", true): readDocuments(entry)
      case ("accounts.yaml", false), ("accounts.yml", false): readAccounts(entry)
      case (let name, false) where FileName.isForPeople(name): break
      default: diagnostics.append(Self.unexpected(entry))
      }
    }
  }

  private mutating func readDatabases(_ folder: FilePath) {
    var reader = DatabaseFolderReader(set: set, project: project, known: services.databases)
    reader.read(folder)
    databases = reader.layers
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  private mutating func readBuckets(_ folder: FilePath) {
    var reader = BucketFolderReader(
      set: set,
      project: project,
      known: services.buckets
    )
    reader.read(folder)
    objects = reader.objects
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  private mutating func readDocuments(_ entry: FileListing.Entry) {
    guard services.hasFirestore else { return noteLeftOut(entry, "firestore") }
    var reader = DocumentFolderReader(set: set, project: project)
    reader.read(entry.path)
    documents = reader.documents
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  private mutating func readAccounts(_ entry: FileListing.Entry) {
    guard services.hasAccounts else { return noteLeftOut(entry, "accounts") }
    if let other = accountsFile {
      diagnostics.append(
        .error(
          .describedTwice,
          "two files hold the accounts of the set \"\(set)\"; remove one",
          at: entry.place,
          notes: [Diagnostic.Note("the other one", at: other)]
        )
      )
      return
    }
    accountsFile = entry.place
    let read = AccountsFile.read(entry, of: project)
    accounts = read.tree
    diagnostics += read.diagnostics
    fileCount += 1
  }

  /// Says that fixtures are for a service that the environment does not have.
  private mutating func noteLeftOut(_ entry: FileListing.Entry, _ setting: String) {
    diagnostics.append(
      Diagnostic(
        .note,
        .notSeeded,
        "\"\(entry.name)\" is left out: the environment's profile says nothing of \"\(setting)\"",
        at: entry.place
      )
    )
  }

  private static func unexpected(_ entry: FileListing.Entry) -> Diagnostic {
    let folders = ["databases", "buckets", "firestore"]
    if folders.contains(entry.name) {
      return .error(
        .notAFolder,
        "\"\(entry.name)\" is a file; a fixture set has a folder of this name",
        at: entry.place
      )
    }
    if entry.isFolder, entry.name.hasPrefix("accounts.") {
      return .error(
        .notAFile,
        "\"\(entry.name)\" is a folder; accounts are a file",
        at: entry.place
      )
    }
    let known = folders + ["accounts.yaml"]
    return .error(
      .unexpectedFile,
      "\"\(entry.name.escapingControls)\" is no part of a fixture set (\(known.joined(separator: ", ")))"
        + Suggestion.clause(for: entry.name, among: known),
      at: entry.place
    )
  }
}
