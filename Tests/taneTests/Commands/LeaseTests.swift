import Foundation
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@Suite("Commands on one environment from two machines")
struct LeaseTests {
  @Test("A concurrent seed of another machine is rejected with the name of the first")
  func seeds() async throws {
    try await SharedEnvironment.run { environment in
      let (mine, theirs) = (try environment.project(), try environment.project())
      let first = try await BackgroundTane(["seed", "-e", "team"], in: mine)
      await environment.gate.arrival()
      let lease = try await environment.shops.tree(at: "/__tane__/lease")
      let run = try #require(lease["run"]?.string)
      let owner = try #require(lease["owner"]?.string)

      let second = try await theirs.tane("seed", "-e", "team")
      #expect(second.status == 2)
      #expect(
        second.errors.replacing(/\d\d:\d\d/, with: "N") == """
          error: team is in use by \(owner) (tane seed, since N, lease until N): wait until that \
          run has ended, then \
          run the command again; if that run was killed, run tane unlock \(run) -e team; \
          nothing was written

          """
      )
      let other = try await theirs.tane("unlock", "12345678", "-e", "team")
      #expect(other.status == 2)
      #expect(
        other.errors.replacing(/\d\d:\d\d/, with: "N") == """
          error: run 12345678 does not hold the lease of team; it is held by run \(run) of \(owner) (tane \
          seed, \
          since N, lease \
          until N)

          """
      )
      await environment.gate.open()
      #expect(await first.end() == 0)
      #expect(try await environment.shops.tree(at: .root) == Tree(["a": 1]))
      let again = try await theirs.tane("seed", "-e", "team")
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.output.contains("Nothing to do: "))
      let nobody = try await theirs.tane("unlock", run, "-e", "team")
      #expect(nobody.status == 2)
      #expect(nobody.errors == "error: no run holds a lease of team\n")
    }
  }

  @Test("After a kill, the same machine can continue at once, and another machine after an unlock")
  func killed() async throws {
    try await SharedEnvironment.run { environment in
      let (mine, theirs) = (try environment.project(), try environment.project())
      let first = try await BackgroundTane(["seed", "-e", "team"], in: mine)
      await environment.gate.arrival()
      first.send(SIGKILL)
      #expect(await first.end() != 0)
      await environment.gate.open()
      let lease = try await environment.shops.tree(at: "/__tane__/lease")
      let (run, owner) = (try #require(lease["run"]?.string), lease["owner"]?.string ?? "")
      #expect(try await theirs.tane("seed", "-e", "team").status == 2)
      let unlocked = try await theirs.tane("unlock", run, "-e", "team")
      #expect(unlocked.status == 0, "\(unlocked.errors)")
      #expect(
        unlocked.output.replacing(/\d\d:\d\d/, with: "N").hasSuffix(
          """
          Run \(run): \(owner) (tane seed, since N, lease until N)
          Revoked the lease of run \(run).

          """
        ),
        "\(unlocked.output)"
      )
      let resumed = try await mine.tane("seed", "-e", "team")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(try await environment.shops.tree(at: .root) == Tree(["a": 1]))
    }
  }

  @Test("Ctrl-C releases the lease so that another machine can continue at once")
  func interrupted() async throws {
    try await SharedEnvironment.run { environment in
      let (mine, theirs) = (try environment.project(), try environment.project())
      let first = try await BackgroundTane(["seed", "-e", "team"], in: mine)
      await environment.gate.arrival()
      first.send(SIGINT)
      await environment.gate.open()
      let end = await first.end()
      #expect([4, 130].contains(end))
      #expect(try await environment.shops.tree(at: "/__tane__/lease").isNull)
      let second = try await theirs.tane("seed", "-e", "team")
      #expect(second.status == 0, "\(second.errors)")
      #expect(try await environment.shops.tree(at: .root) == Tree(["a": 1]))
    }
  }

  @Test("A killed command does not delay the next one on the same machine")
  func resumed() async throws {
    try await SharedEnvironment.run { environment in
      let project = try environment.project()
      let first = try await BackgroundTane(["seed", "-e", "team"], in: project)
      await environment.gate.arrival()
      first.send(SIGKILL)
      _ = await first.end()
      await environment.gate.open()
      let resumed = try await project.tane("resume", "-e", "team")
      #expect(resumed.status == 0, "\(resumed.output)\(resumed.errors)")
      #expect(try await environment.shops.tree(at: .root) == Tree(["a": 1]))
    }
  }
}

/// An environment that two machines share, in an emulator whose uploads wait at a gate.
private struct SharedEnvironment {
  let shops: InMemoryTreeStore
  let gate: Gate
  private let port: (database: Int, storage: Int)

  static func run(_ body: (SharedEnvironment) async throws -> Void) async throws {
    let (shops, gate) = (InMemoryTreeStore(), Gate())
    let bucket = GatedBucket(store: InMemoryObjectStore(), gate: gate)
    let databases = DatabaseEmulator(["shops": shops], defaultDatabase: "shops") { _ in
      InMemoryTreeStore()
    }
    let storage = StorageService(buckets: StorageBuckets(names: ["images"]) { _ in bucket })
    let server = try await EmulatorServer.start(
      [
        EmulatorEndpoint("database", databases, port: 0),
        EmulatorEndpoint("storage", storage, port: 0),
      ],
      hosts: ["127.0.0.1"]
    )
    do {
      try await body(SharedEnvironment(shops: shops, gate: gate, ports: server.ports))
    } catch {
      await gate.open()
      await server.shutDown()
      throw error
    }
    await server.shutDown()
  }

  private init(shops: InMemoryTreeStore, gate: Gate, ports: [String: Int]) throws {
    (self.shops, self.gate) = (shops, gate)
    port = (try #require(ports["database"]), try #require(ports["storage"]))
  }

  /// Returns the project of one of the machines.
  func project() throws -> TemporaryProject {
    try TemporaryProject([
      "environments/team.yaml": """
      guard: open
      databases: { shops: "http://127.0.0.1:\(port.database)?ns=shops" }
      buckets: { images: "http://127.0.0.1:\(port.storage)/images" }
      """,
      "fixtures/base/databases/shops/a.yaml": "1\n",
      "fixtures/base/buckets/images/1.txt": "one",
    ])
  }
}

/// A gate that suspends its callers until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      watching.forEach { $0.resume() }
      watching = []
    }
  }

  /// Waits until a caller waits.
  func arrival() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watching.append($0) }
  }

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}

/// A bucket whose uploads wait at a gate.
private struct GatedBucket: ObjectStore {
  let store: InMemoryObjectStore
  let gate: Gate

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize)
  }

  func object(at name: String) async throws -> StoredObject? { try await store.object(at: name) }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await store.list(request)
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    await gate.pass()
    return try await store.put(data, at: name, metadata: metadata, if: precondition)
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await store.updateMetadata(metadata, at: name, if: precondition)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await store.delete(at: name, if: precondition)
  }
}
