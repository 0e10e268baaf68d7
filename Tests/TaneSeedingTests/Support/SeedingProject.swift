import Foundation
import SystemPackage
import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting

/// A project on disk with in-memory stores, which is removed with the object.
final class SeedingProject {
  let project: Project
  let shops: InMemoryTreeStore
  let users: InMemoryTreeStore
  let images: InMemoryObjectStore
  let documents: InMemoryDocumentStore
  let accounts: InMemoryAccountStore
  let remoteConfig = InMemoryRemoteConfigStore()
  private let folder: URL
  /// The profile as it was last loaded, until its file is written; `loadedFixtures` does the same
  /// for fixtures, by their sets.
  private var loadedProfile: EnvironmentProfile?
  var loadedFixtures: [[String]: Fixtures] = [:]

  var stores: EnvironmentStores {
    EnvironmentStores(["shops": shops, "users": users], as: .databases)
      .adding(images, named: "images", as: .buckets)
      .adding(documents, named: "firestore", as: .firestore)
      .adding(accounts, named: "accounts", as: .accounts)
      .adding(remoteConfig, named: "remoteConfig", as: .remoteConfig)
  }

  /// Writes a project with fixtures, by their paths in the set *base*, and further profile lines.
  ///
  /// It shares its environment with `other`, the project of another machine, if given.
  init(
    _ files: [String: String],
    profile: String = "",
    sharing other: SeedingProject? = nil
  ) throws {
    shops = other?.shops ?? InMemoryTreeStore()
    users = other?.users ?? InMemoryTreeStore()
    images = other?.images ?? InMemoryObjectStore()
    documents = other?.documents ?? InMemoryDocumentStore(service: "firestore")
    accounts = other?.accounts ?? InMemoryAccountStore()
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tane-seeding-\(UUID())").resolvingSymlinksInPath()
    project = Project(root: FilePath(folder.path))
    let services = """
      databases: { shops: "embedded:shops", users: "embedded:users" }
      buckets: { images: "embedded:images" }
      firestore: embedded:main
      accounts: embedded:main
      remoteConfig: embedded:main

      """
    try write(services + profile, to: "environments/local.yaml")
    for (path, text) in files { try write(text, to: "fixtures/base/\(path)") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to path: String) throws {
    if path.hasPrefix("environments/") { loadedProfile = nil }
    loadedFixtures = [:]
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  func profile() throws -> EnvironmentProfile {
    if let loadedProfile { return loadedProfile }
    let profiles = EnvironmentProfiles.load(from: project, variables: [:])
    let profile = try profiles.profile(named: "local")
    loadedProfile = profile
    return profile
  }

  func context() throws -> AdapterContext { AdapterContext(try profile()) }

  func difference(
    _ addresses: [Address] = [],
    on readers: EnvironmentReaders? = nil,
    cache: ReadCache? = nil
  ) async throws -> Difference {
    let profile = try profile()
    let comparison = EnvironmentComparison(
      try fixtures(),
      AdapterContext(profile, known: cache),
      PlanPolicy(profile, scope: ComparisonScope(addresses))
    )
    return try await comparison.run(against: readers ?? stores.readers)
  }

  func plan(prunes: Bool = false) async throws -> Plan {
    Plan(try await difference(), prunes: prunes)
  }

  /// The state that several commands share, or nil if each command opens it.
  private var keptState: StateDatabase?

  func keepState() throws { keptState = try state() }

  func state() throws -> StateDatabase { try keptState ?? StateDatabase(of: project) }

  /// Returns the fixtures of some sets, or of the profile's sets.
  func fixtures(_ sets: [String]? = nil) throws -> Fixtures {
    let profile = try profile()
    let sets = sets ?? profile.fixtures
    if let fixtures = loadedFixtures[sets] { return fixtures }
    let fixtures = Fixtures.load(for: profile, sets: sets, from: project)
    loadedFixtures[sets] = fixtures
    return fixtures
  }

  /// Returns the interrupted run, if any.
  func interrupted() throws -> RunRecord? { try state().interruptedRun(of: "local") }

  /// Returns a run of a plan with the current fixtures.
  func run(
    _ plan: Plan,
    on stores: EnvironmentStores? = nil,
    journals: Bool = true,
    maximumConcurrentBatches: Int = 4,
    sets: [String] = ["base"]
  ) throws -> PlanRun {
    try PlanRun(
      plan,
      on: stores ?? self.stores,
      context(),
      with: PlanContentSource(fixtures(sets), in: project),
      journal: journals ? journal(of: plan, sets: sets) : nil,
      maximumConcurrentBatches: maximumConcurrentBatches
    )
  }

  func journal(
    of plan: Plan,
    for action: RunRecord.Action = .seed,
    of subject: Int64? = nil,
    sets: [String] = ["base"]
  ) throws -> RunJournal {
    try RunJournal(
      plan,
      for: action,
      of: subject,
      in: try profile(),
      sets: sets,
      summary: "",
      keptIn: state()
    )
  }

  func seed(prunes: Bool = false, journals: Bool = true) async throws {
    try await run(try await plan(prunes: prunes), journals: journals).apply()
  }
}

extension Difference {
  /// The changes as `kind address` lines, with the extras of each service at the end.
  var described: [String] {
    Dictionary(grouping: resources.enumerated(), by: \.element.address.service).values
      .sorted { ($0.first?.offset ?? 0) < ($1.first?.offset ?? 0) }
      .flatMap { resources in
        let changes = resources.map(\.element).flatMap { resource in
          resource.written.changes.map { (resource.address.service, $0) }
        }
        let ordered = changes.filter { $1.kind != .extra } + changes.filter { $1.kind == .extra }
        return ordered.map { "\($1.kind.rawValue) \(Address(service: $0, path: $1.path))" }
      }
  }
}
