import SystemPackage
import TaneCore
import TaneProject

/// A project in memory, written as its files.
struct DemoFiles {
  var files = InMemoryFiles()

  init(_ texts: [String: String] = [:], sets: [String] = ["base"]) {
    files.makeFolder("/demo/environments")
    for set in sets { files.makeFolder(FilePath("/demo/fixtures/\(set)")) }
    for (path, text) in texts { files.write(text, to: FilePath("/demo/\(path)")) }
  }

  var project: Project { Project(root: "/demo", files: files) }

  func profiles(_ variables: [String: String] = [:]) -> EnvironmentProfiles {
    .load(from: project, variables: variables)
  }

  func fixtures(_ sets: [String] = ["base"]) -> Fixtures {
    .load(sets: sets, from: project, databases: ["shops", "users"], buckets: ["images"])
  }

  /// The fixtures of an environment that has Firestore and accounts alone.
  func fixturesOfDocuments(_ sets: [String] = ["base"]) -> Fixtures {
    .load(
      sets: sets,
      from: project,
      databases: [],
      buckets: [],
      documents: DocumentDatabaseName(project: "p"),
      hasAccounts: true
    )
  }
}

extension EnvironmentProfiles {
  var messages: [String] { diagnostics.map(\.description) }
}

extension Fixtures {
  var messages: [String] { diagnostics.map(\.description) }

  func tree(_ name: String) -> Tree? { databases.first { $0.name == name }?.tree }
}
