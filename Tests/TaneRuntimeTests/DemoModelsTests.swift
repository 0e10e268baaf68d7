import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import Testing

@Suite("App types reading the seeded demo")
struct DemoModelsTests {
  /// A copy of the demo, seeded into an embedded environment.
  private final class Demo {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "tane-demo-\(UUID())").resolvingSymlinksInPath()
    let databases = RealtimeDatabaseManager()
    let storage = FirebaseStorageManager()

    init() async throws {
      try CopiedDemo.copy(to: root)
      try await CopiedDemo.seed(in: root, managers: [databases, storage])
    }

    deinit { try? FileManager.default.removeItem(at: root) }
  }

  @Test("The list of shops is decoded from the demo")
  func shops() async throws {
    let demo = try await Demo()
    let snapshot = try await demo.databases.shopsReference.child("shops").getData()
    let shops = try snapshot.data(as: [Shop].self)
    #expect(shops.count == 42)
    #expect(shops.map(\.shopID) == Array(1_000_001...1_000_042))
    #expect(shops[0].name == "麺屋 はるかぜ")
    #expect(shops[0].foodImages.first?.uploadedUser == "user000003")
    #expect(shops.allSatisfy { !$0.foodImages.isEmpty })
  }

  @Test("The users are decoded by their keys from the demo")
  func users() async throws {
    let demo = try await Demo()
    let snapshot = try await demo.databases.usersReference.child("users").getData()
    let information = try snapshot.data(as: [String: UserInformation].self)
    let users = information.map { DemoModels.User(id: $0.key, information: $0.value) }
    #expect(users.count == 210)
    #expect(users.allSatisfy { $0.id.count == 7 })
    #expect(information.values.contains { $0.avatarImageURL == nil })
  }

  @Test("The images of the bucket are read with their metadata")
  func images() async throws {
    let demo = try await Demo()
    let folder = demo.storage.storageReference.child("user_shop_images/1000001/1000003/20260401")
    let listing = try await folder.listAll()
    #expect(listing.items.map(\.name) == ["20260401_1.jpg", "20260401_2.jpg"])
    let image = listing.items[0]
    let metadata = try await image.getMetadata()
    #expect(metadata.contentType == "image/jpeg")
    #expect(metadata.cacheControl == "public, max-age=3600")
    let data = try await image.data(maxSize: 100_000)
    #expect(Int64(data.count) == metadata.size)
    #expect(data.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
  }

  @Test("The environment is given by name, by TANE_ENV or defaults to local")
  func environment() async throws {
    let demo = try await Demo()
    let folder = demo.root.appending(path: "environments").path
    let other = demo.root.appending(path: "environments/other.yaml")
    try Data("databases: { shops: \"embedded:shops\" }".utf8).write(to: other)
    let manager = RealtimeDatabaseManager()
    func activate(_ name: String?, _ variables: [String: String]) throws -> String? {
      try EnvironmentProfiles.load(from: folder, variables: variables)
        .activate(name, managers: [manager, FirebaseStorageManager()])
      return manager.environment
    }
    #expect(try activate(nil, ["TANE_ENV": "other"]) == "other")
    #expect(try await manager.shopsReference.getData().exists() == false)
    #expect(try activate(nil, ["TANE_ENV": ""]) == "local")
    #expect(try await manager.shopsReference.getData().exists())
    #expect(try activate("other", ["TANE_ENV": "local"]) == "other")
    let error = #expect(throws: EnvironmentError.self) { try activate("othre", [:]) }
    #expect(
      error?.message
        == "no environment \"othre\" in environments/ (known: emulator, local, other, production, "
        + "staging); did you mean \"other\"?"
    )
  }
}
