import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Disconnect operations run when the connection ends")
struct DisconnectingTests {
  private let store = InMemoryTreeStore(now: { 1_714_555_800_000 })
  private let manager: RealtimeDatabaseManager
  private let root: DatabaseReference

  init() {
    manager = RealtimeDatabaseManager(databases: ["users": store])
    root = manager.usersReference
  }

  @Test("Going offline runs disconnect operations once, in the order of their registration")
  func goOffline() async throws {
    try await root.setValue(["online": ["1": true, "2": true], "count": 1])
    try await root.child("seen/1").onDisconnectSetValue(ServerValue.timestamp())
    try await root.onDisconnectUpdateChildValues(["online/2": false, "left": "yes"])
    try await root.child("online/1").onDisconnectRemoveValue()
    #expect(try await store.tree(at: "/online") == Tree(["1": true, "2": true]))
    try await manager.goOffline()
    #expect(
      try await store.tree(at: .root)
        == Tree([
          "online": ["2": false], "count": 1, "left": "yes", "seen": ["1": 1_714_555_800_000],
        ])
    )
    try await root.child("count").setValue(2)
    try await manager.goOffline()
    #expect(try await store.tree(at: "/online") == Tree(["2": false]))
  }

  @Test("Cancelling disconnect operations also cancels those below the path")
  func cancelling() async throws {
    try await root.child("a/b").onDisconnectSetValue(1)
    try await root.onDisconnectUpdateChildValues(["a/c": 1, "d": 1])
    try await root.child("a").cancelDisconnectOperations()
    try await manager.goOffline()
    #expect(try await store.tree(at: .root) == Tree(["d": 1]))
  }

  @Test("Going offline runs disconnect operations of an environment that is no longer active")
  func environments() async throws {
    try await root.child("a").onDisconnectSetValue(1)
    manager.use(databases: ["users": InMemoryTreeStore()], environment: "other")
    try await manager.goOffline()
    #expect(try await store.tree(at: .root) == Tree(["a": 1]))
  }

  @Test("Registering an invalid disconnect operation fails immediately")
  func refusals() async throws {
    #expect(
      await failure { try await root.child("a.b").onDisconnectSetValue(1) }
        == "users:/a.b: the key \"a.b\" contains \".\", which the Realtime Database forbids in "
        + "keys (. $ # [ ] / and control characters)"
    )
    let plain = RealtimeDatabaseManager(databases: ["users": PlainStore()]).usersReference
    #expect(
      await failure { try await plain.child("a").onDisconnectSetValue(1, andPriority: 2) }
        == "users:/a: the store of users does not support priorities; order by a child instead, "
        + "with queryOrdered(byChild:)"
    )
  }

  @Test("A store keeps its disconnect operations when another environment is activated")
  func environmentsWithDatabase() async throws {
    let store = PriorityStore()
    let manager = RealtimeDatabaseManager(databases: ["users": store])
    try await manager.usersReference.child("a").onDisconnectSetValue(1)
    manager.use(databases: ["users": InMemoryTreeStore()], environment: "other")
    try await manager.goOffline()
    #expect(try await store.exportedTree(at: .root) == Tree(["a": 1]))
  }

  @Test("A read-only database rejects disconnect operations, with or without a server")
  func readOnly() async throws {
    let refusal = StoreError(.readOnly, service: "staging", "it was opened for reading only")
    let server = PriorityStore()
    try await server.updateOnDisconnect([TreeWrite(path: "/a", value: Tree(1))])
    let stores: [String: any TreeStore] = ["users": server, "shops": InMemoryTreeStore()]
    let readers = EnvironmentStores(stores, as: .databases).readers
    let manager = RealtimeDatabaseManager()
    manager.use(OpenedEnvironment(readers, refusingWrites: refusal), environment: "staging")
    for root in [manager.usersReference, manager.shopsReference] {
      let place = root.child("b")
      #expect(await failure { try await place.onDisconnectRemoveValue() } == refusal.description)
      #expect(await failure { try await place.setValue(1) } == refusal.description)
      try await place.cancelDisconnectOperations()
      #expect(try await root.getData().exists() == false)
    }
    // Going offline ends the connection, which other clients share.
    try await manager.goOffline()
    #expect(try await server.exportedTree(at: .root) == Tree(["a": 1]))
  }

  @Test("Disconnect operations are sent to a store that supports them")
  func native() async throws {
    let store = PriorityStore()
    let manager = RealtimeDatabaseManager(databases: ["users": store])
    let root = manager.usersReference
    try await root.child("a").onDisconnectSetValue("x", andPriority: 2)
    try await root.child("b").onDisconnectSetValue(1)
    try await root.child("b").cancelDisconnectOperations()
    #expect(try await store.exportedTree(at: .root).isNull)
    try await manager.goOffline()
    #expect(
      try await store.exportedTree(at: .root) == Tree(["a": [".value": "x", ".priority": 2]])
    )
  }
}
