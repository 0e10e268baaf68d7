import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("The demo project of this repository")
struct DemoProjectTests {
  private let root = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent()

  @Test("The demo project has five profiles without findings")
  func profiles() throws {
    let project = try #require(Project.locate(from: root.appending("Sources")))
    let profiles = EnvironmentProfiles.load(from: project, variables: [:])
    #expect(profiles.messages == [])
    #expect(
      profiles.profiles.map(\.name) == ["base", "emulator", "local", "production", "staging"]
    )
    #expect(profiles.names == ["emulator", "local", "production", "staging"])
    #expect(try profiles.profile(named: "local").guardLevel == .open)
    #expect(try profiles.profile(named: "production").guardLevel == .protected)
    #expect(
      try profiles.profile(named: "production").own
        == [Address(service: "users", path: "/users"): .listed]
    )
  }

  @Test(
    "The demo project has fixtures without findings",
    arguments: ["local", "staging", "production"]
  )
  func fixtures(environment: String) throws {
    let project = Project(root: root)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:])
      .profile(named: environment)
    let fixtures = Fixtures.load(for: profile, from: project)
    let leftOut =
      "fixtures/base/accounts.yaml: note: \"accounts.yaml\" is skipped: the environment's profile "
      + "does not configure \"accounts\" [not-seeded]"
    #expect(fixtures.messages == (environment == "production" ? [leftOut] : []))
    let toDos = ["1000001", "1000003", "1000007"].map { "users:/user-todolist/\($0)" }
    #expect(fixtures.addresses(of: .databases) == ["shops:/shops"] + toDos + ["users:/users"])
    #expect(fixtures.resources(of: .firestore).count >= 13)
    #expect(fixtures.resources(of: .accounts).isEmpty == (environment == "production"))
    #expect(fixtures.resources(of: .remoteConfig).count == 1)
    let shops = try #require(fixtures.tree("shops")?["shops"])
    let users = try #require(fixtures.tree("users")?["users"])
    #expect(shops.children.count >= 40)
    #expect(users.children.count >= 200)
    let objects = fixtures.resources(of: .buckets)
    #expect(objects.count == 30)
    #expect(objects.allSatisfy { $0.content["contentType"]?.string == "image/jpeg" })
    #expect(objects.allSatisfy { ($0.blob?.size ?? 0) > 0 })
    #expect(objects.contains { $0.content["metadata"]?["photographer"]?.string == "柴田 みのり" })
  }
}
