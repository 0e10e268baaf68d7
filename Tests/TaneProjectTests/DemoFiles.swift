import TestSupport
import SystemPackage
import TaneCore
import TaneProject

/// A project in memory with the given files.
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
    .load(sets, from: project, databases: ["shops", "users"], buckets: ["images"])
  }

  /// Returns the fixtures of an environment with only Firestore and accounts.
  func fixturesOfDocuments(_ sets: [String] = ["base"]) -> Fixtures {
    .load(
      sets,
      from: project,
      others: ["firestore: projects/p/databases/(default)", "accounts: p"]
    )
  }
}

extension EnvironmentProfiles {
  var messages: [String] { diagnostics.map(\.description) }
}

extension Fixtures {
  /// Returns the desired resources of a kind of service.
  func resources(of kind: ServiceKind) -> [DesiredResource] {
    services(of: kind).flatMap(\.resources)
  }

  /// Returns the addresses of the desired resources of a kind of service.
  func addresses(of kind: ServiceKind) -> [String] {
    resources(of: kind).map(\.address.description)
  }

  /// Loads sets for an environment with these databases and buckets and further lines of a profile.
  static func load(
    _ sets: [String],
    from project: Project,
    databases: [String] = [],
    buckets: [String] = [],
    others: [String] = [],
    at anchor: FixtureAnchor = .now
  ) -> Fixtures {
    func list(_ key: String, _ names: [String]) -> String {
      "\(key): { \(names.map { "\($0): 'embedded:\($0)'" }.joined(separator: ", ")) }"
    }
    let lines = [list("databases", databases), list("buckets", buckets)] + others
    let text = lines.joined(separator: "\n")
    guard
      let profile = try? DemoFiles(["environments/test.yaml": text]).profiles()
        .profile(named: "test")
    else { preconditionFailure("no profile: \(text)") }
    return load(for: profile, sets: sets, from: project, at: anchor, variables: [:])
  }

  var messages: [String] { diagnostics.map(\.description) }

  func tree(_ name: String) -> Tree? { services.first { $0.name == name }?.tree() }
}
