import SystemPackage
import TaneCore

/// Reads one fixture set: its databases and its buckets.
struct FixtureSetReader {
  let set: String
  let project: Project
  private let knownDatabases: [String]
  private let knownBuckets: [String]

  private(set) var databases: [String: DatabaseLayer] = [:]
  private(set) var objects: [Fixtures.Object] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(set: String, project: Project, databases: [String], buckets: [String]) {
    self.set = set
    self.project = project
    knownDatabases = databases
    knownBuckets = buckets
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
      case ("firestore", true), ("accounts.yaml", false), ("accounts.yml", false):
        diagnostics.append(
          Diagnostic(
            .warning,
            .notSeeded,
            "\"\(entry.name)\" is left alone: this version of tane seeds"
              + " databases and buckets",
            at: entry.place
          )
        )
      case (let name, false) where FileName.isForPeople(name): break
      default: diagnostics.append(Self.unexpected(entry))
      }
    }
  }

  private mutating func readDatabases(_ folder: FilePath) {
    var reader = DatabaseFolderReader(set: set, project: project, known: knownDatabases)
    reader.read(folder)
    databases = reader.layers
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  private mutating func readBuckets(_ folder: FilePath) {
    var reader = BucketFolderReader(set: set, project: project, known: knownBuckets)
    reader.read(folder)
    objects = reader.objects
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
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
