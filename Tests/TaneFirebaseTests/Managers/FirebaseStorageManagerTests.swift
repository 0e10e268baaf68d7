import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("The storage manager returns references to the active environment's buckets")
struct FirebaseStorageManagerTests {
  @Test("The only bucket needs no name; one of several is found by its name")
  func buckets() async throws {
    let manager = FirebaseStorageManager(buckets: ["images": InMemoryObjectStore()])
    #expect(manager.storageReference.bucket == "images")
    manager.use(
      buckets: ["images": InMemoryObjectStore(), "audio": InMemoryObjectStore()],
      environment: "staging"
    )
    #expect(
      await failure { try await manager.storageReference.child("a").getMetadata() }
        == #"environment "staging" has 2 buckets (audio, images); specify one, such as "#
        + #"storageReference(bucket: "audio"), or write "default: true" for one in the profile"#
    )
    let buckets = ["images": InMemoryObjectStore(), "audio": InMemoryObjectStore()]
    let services = OpenedEnvironment(EnvironmentStores(buckets, as: .buckets))
    manager.use(services, environment: "staging", defaultBucket: "images")
    #expect(manager.storageReference == manager.imagesReference)
    #expect(manager.imagesReference.bucket == "images")
    #expect(try manager.storageReference(bucket: "images") == manager.imagesReference)
    #expect(manager.bucketNames == ["audio", "images"])
    #expect(manager.environment == "staging")
  }

  @Test("Using a reference without a bucket or environment throws")
  func missing() async {
    let manager = FirebaseStorageManager()
    let none = "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    #expect(await failure { try await manager.storageReference.child("a").getMetadata() } == none)
    #expect(await failure { try await manager.storageReference.listAll() } == none)
    #expect(await failure { try await manager.imagesReference.child("a").delete() } == none)
    manager.use(buckets: [:], environment: "bare")
    #expect(
      await failure { try await manager.storageReference.child("a").data(maxSize: 1) }
        == #"environment "bare" has no bucket; add one to its profile"#
    )
    manager.use(buckets: ["images": InMemoryObjectStore()], environment: "local")
    let message = #"no bucket "image" in environment "local" (images); did you mean "images"?"#
    #expect(await failure { try manager.storageReference(bucket: "image") } == message)
    #expect(await failure { try await manager.imageReference.putDataAsync(Data()) } == message)
  }

  @Test("A storage reference keeps the environment it was created in")
  func switching() async throws {
    let manager = FirebaseStorageManager(buckets: ["images": InMemoryObjectStore()])
    let before = manager.storageReference.child("a.txt")
    _ = try await before.putDataAsync(Data("one".utf8))
    manager.use(buckets: ["images": InMemoryObjectStore()], environment: "other")
    #expect(try await before.data(maxSize: 10) == Data("one".utf8))
    #expect(
      await failure { try await manager.storageReference.child("a.txt").data(maxSize: 10) }
        == #"the object "a.txt" does not exist"#
    )
  }
}
