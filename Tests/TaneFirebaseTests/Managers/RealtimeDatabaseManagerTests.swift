import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("The database manager returns references to the active environment's databases")
struct RealtimeDatabaseManagerTests {
  private let manager = RealtimeDatabaseManager(
    databases: [
      "shops": InMemoryTreeStore(Tree(["name": "麺屋"])),
      "users": InMemoryTreeStore(Tree(["1": true])),
    ],
    environment: "local"
  )

  @Test("A manager's member and a database name refer to the same database")
  func members() async throws {
    #expect(try await manager.shopsReference.child("name").getData().value as? String == "麺屋")
    #expect(try manager.reference(named: "shops") == manager.shopsReference)
    #expect(manager.shopsReference != manager.usersReference)
    #expect(manager.databaseNames == ["shops", "users"])
    #expect(manager.environment == "local")
    #expect("\(manager.usersReference)" == "users:/")
    #expect(manager.usersReference.databaseName == "users")
  }

  @Test("Using an unknown database throws an error that lists the existing ones")
  func unknownName() async {
    let message =
      #"no database "shopz" in environment "local" (shops, users); did you mean "shops"?"#
    #expect(await failure { try await manager.shopzReference.getData() } == message)
    #expect(await failure { try await manager.shopzReference.child("a").setValue(1) } == message)
    #expect(await failure { try await manager.shopzReference.updateChildValues([:]) } == message)
    #expect(await failure { try await manager.shopzReference.removeValue() } == message)
    #expect(await failure { try manager.reference(named: "shopz") } == message)
    #expect(
      await failure { try await manager.orders.getData() }
        == #"no database "orders" in environment "local" (shops, users)"#
    )
    let empty = RealtimeDatabaseManager(databases: [:], environment: "bare")
    #expect(
      await failure { try await empty.shopsReference.getData() }
        == #"no database "shops" in environment "bare" (none)"#
    )
  }

  @Test("Using a database without an environment throws")
  func noEnvironment() async {
    let manager = RealtimeDatabaseManager()
    let message =
      "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    #expect(await failure { try await manager.shopsReference.getData() } == message)
    #expect(await failure { try manager.reference(named: "shops") } == message)
    #expect(manager.databaseNames == [])
    #expect(manager.environment == nil)
  }

  @Test("A database reference keeps the environment it was created in")
  func switching() async throws {
    let before = manager.shopsReference.child("name")
    manager.use(databases: ["shops": InMemoryTreeStore(Tree(["name": "寿司"]))], environment: "other")
    let after = manager.shopsReference.child("name")
    #expect(try await before.getData().value as? String == "麺屋")
    #expect(try await after.getData().value as? String == "寿司")
    #expect(before != after)
    #expect(manager.environment == "other")
    #expect(
      await failure { try await manager.usersReference.getData() }
        == #"no database "users" in environment "other" (shops)"#
    )
  }

  @Test("A reference created before the first activation keeps throwing")
  func tooEarly() async throws {
    let manager = RealtimeDatabaseManager()
    let early = manager.shopsReference
    manager.use(databases: ["shops": InMemoryTreeStore()], environment: "local")
    #expect(await failure { try await early.getData() }.hasPrefix("no environment is active"))
    #expect(try await manager.shopsReference.getData().exists() == false)
  }
}
