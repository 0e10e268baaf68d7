import Foundation
import TestSupport
import Synchronization
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("A lease with failing requests")
struct LeaseFailureTests {
  /// A fault of one request.
  enum Fault: CaseIterable {
    /// The request does not arrive.
    case lost
    /// The request arrives, but its response does not.
    case unanswered
    /// The request does not arrive, but the service claims success.
    case falseSuccess
    /// The request arrives, but the service claims a conflict.
    case falseConflict
  }

  private static let profiles = [
    "databases: { shops: \"http://127.0.0.1:1?ns=shops\" }\n",
    "firestore: \"http://127.0.0.1:1/projects/demo/databases/(default)\"\n",
  ]

  private static func project(_ profile: String) throws -> SeedingProject {
    let project = try SeedingProject([:])
    try project.write(profile, to: "environments/local.yaml")
    return project
  }

  private static func take(
    _ project: SeedingProject,
    in stores: EnvironmentStores
  ) async throws -> EnvironmentLease? {
    try await EnvironmentLease.take(
      of: project.profile(),
      in: stores,
      for: .seed,
      of: project.project
    )
  }

  private static func stores(
    of project: SeedingProject,
    failingBy plan: FaultPlan
  ) -> EnvironmentStores {
    project.stores
      .adding(FaultyTrees(base: project.shops, plan: plan), named: "shops", as: .databases)
      .adding(
        FaultyDocuments(base: project.documents, plan: plan),
        named: "firestore",
        as: .firestore
      )
  }

  /// Runs once with faults at some requests, and returns the number of requests.
  private static func run(
    _ project: SeedingProject,
    _ faults: [Int: Fault],
    throwing error: (any Error)? = nil
  ) async -> Int {
    let plan = FaultPlan(faults)
    do {
      let lease = try await take(project, in: stores(of: project, failingBy: plan))
      try await EnvironmentLease.holding(lease) {
        if let error { throw error }
      }
    } catch {
      // Whether this run succeeds does not matter for the next one.
    }
    return plan.count
  }

  private static func isFree(_ project: SeedingProject) async throws -> Bool {
    let isEmpty = try await project.shops.tree(at: .root).isNull
    let ids = try await project.documents.collectionIDs(below: .root)
    return isEmpty && ids.isEmpty
  }

  @Test(
    "A lease never blocks the next run of its own machine, whichever request failed",
    arguments: profiles
  )
  func recovers(profile: String) async throws {
    let count = await Self.run(try Self.project(profile), [:])
    #expect(count >= 2)
    var cases: [[Int: Fault]] = []
    for first in 0..<(count + 3) {
      for fault in Fault.allCases {
        cases.append([first: fault])
        cases += Fault.allCases.map { [first: fault, first + 1: $0] }
        // From this request on, all requests fail.
        cases.append(Dictionary(uniqueKeysWithValues: (first..<50).map { ($0, fault) }))
      }
    }
    for faults in cases {
      let project = try Self.project(profile)
      _ = await Self.run(project, faults)
      let next = try await Self.take(project, in: project.stores)
      try await EnvironmentLease.holding(next) {}
      #expect(try await Self.isFree(project), "\(faults)")
    }
  }

  @Test("A lease that cannot be released is reported with its expiry", arguments: profiles)
  func unreleased(profile: String) async throws {
    let probe = FaultPlan([:])
    let taken = try Self.project(profile)
    _ = try await Self.take(taken, in: Self.stores(of: taken, failingBy: probe))
    // All requests after those that acquire the lease fail.
    let plan = FaultPlan(Dictionary(uniqueKeysWithValues: (probe.count..<50).map { ($0, .lost) }))
    let project = try Self.project(profile)
    let lease = try await Self.take(project, in: Self.stores(of: project, failingBy: plan))
    var times: [String] = []
    try await EnvironmentLease.holding(lease, reportingUnreleased: { times.append($0) }) {}
    #expect(times.count == 1)
    #expect(try await !Self.isFree(project))
  }

  @Test("A lease is released after any error of the run", arguments: profiles)
  func givenBack(profile: String) async throws {
    let project = try Self.project(profile)
    for error in [StoreError(.busy, service: "x", "y"), CancellationError()] as [any Error] {
      _ = await Self.run(project, [:], throwing: error)
      #expect(try await Self.isFree(project))
    }
  }

  @Test("A lease with a falsely confirmed release excludes others until it expires")
  func others() async throws {
    let (mine, theirs) = (try Self.project(Self.profiles[0]), try Self.project(Self.profiles[0]))
    let count = await Self.run(mine, [:])
    _ = await Self.run(mine, [count - 1: .falseSuccess])
    #expect(try await !Self.isFree(mine))
    await #expect(throws: LeaseConflict.self) { try await Self.take(theirs, in: mine.stores) }
  }

  @Test("A copy of the project cannot take over a lease of another place or machine")
  func copies() async throws {
    let (mine, copy) = (try Self.project(Self.profiles[0]), try Self.project(Self.profiles[0]))
    _ = try await Self.take(mine, in: mine.stores)
    let note = "\(EnvironmentLock.file(of: "local", in: mine.project)).lease"
    let text = try String(contentsOfFile: note, encoding: .utf8)
    try copy.write(text, to: ".tane/runs/local.lease")
    await #expect(throws: LeaseConflict.self) { try await Self.take(copy, in: mine.stores) }
    try await mine.shops.set(Tree("somebody@elsewhere"), at: "/__tane__/lease/owner")
    await #expect(throws: LeaseConflict.self) { try await Self.take(mine, in: mine.stores) }
  }

  @Test(
    "A service that rejects the lease without holding one causes an error",
    .timeLimit(.minutes(1))
  )
  func refused() async throws {
    let project = try Self.project(Self.profiles[0])
    let plan = FaultPlan([:], refusesWrites: true)
    let stores = project.stores
      .adding(FaultyTrees(base: project.shops, plan: plan), named: "shops", as: .databases)
    let error = await #expect(throws: StoreError.self) { try await Self.take(project, in: stores) }
    #expect(
      error?.description
        == "shops: cannot acquire the lease of the environment: the service rejected the request, "
        + "although no run holds the lease; try again"
    )
  }
}

/// The faults of a run's requests, by their numbers.
private final class FaultPlan: Sendable {
  private let faults: [Int: LeaseFailureTests.Fault]
  let refusesWrites: Bool
  private let requests = Mutex(0)

  init(_ faults: [Int: LeaseFailureTests.Fault], refusesWrites: Bool = false) {
    (self.faults, self.refusesWrites) = (faults, refusesWrites)
  }

  var count: Int { requests.withLock { $0 } }

  private func next() -> LeaseFailureTests.Fault? {
    requests.withLock { count in
      defer { count += 1 }
      return faults[count]
    }
  }

  private static let failure =
    StoreError(.unreachable, service: "x", "no answer", outcome: .unknown)

  func reading<Value>(_ read: () async throws -> Value) async throws -> Value {
    guard next() == nil else { throw Self.failure }
    return try await read()
  }

  func writing<Value>(
    conflict: any Error,
    claiming value: Value,
    _ write: () async throws -> Value
  ) async throws -> Value {
    let fault = next()
    if refusesWrites { throw conflict }
    if fault == .lost { throw Self.failure }
    if fault == .falseSuccess { return value }
    let value = try await write()
    if fault == .unanswered { throw Self.failure }
    if fault == .falseConflict { throw conflict }
    return value
  }
}

private struct FaultyTrees: TreeStore {
  let base: any TreeStore
  let plan: FaultPlan

  func tree(at path: TreePath) async throws -> Tree {
    try await plan.reading { try await base.tree(at: path) }
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await plan.reading { try await base.childKeys(at: path) }
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await base.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    try await plan.writing(conflict: StoreError(.conflict, service: "x", "y"), claiming: ()) {
      try await base.update(writes)
    }
  }
}

private struct FaultyDocuments: ForwardingDocumentStore {
  let base: any DocumentStore
  let plan: FaultPlan

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await plan.reading { try await base.documents(at: paths) }
  }

  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try await plan.writing(
      conflict: DocumentConflict(.updatedElsewhere, path: writes[0].path),
      claiming: DocumentCommit(results: [], time: DocumentTimestamp(milliseconds: 0))
    ) {
      try await base.commit(writes, expecting: expectations)
    }
  }
}
