import TaneCore
import TaneProject
import Testing

@Suite("Services in mappings")
struct MappingServicesTests {
  private static let mappings = DemoFiles.mappings(
    """
    sources: [Sources]
    ignore: ["image:/a", "images:/a"]
    identity: { "shop:/shops": id }
    mappings:
      users:/users: "[String: User]"
      user:/users: "[String: User]"
      images:/a: Image
      firestore:/saunas/*: Sauna
    """
  )

  @Test("Mappings of buckets and of services that no profile has are reported")
  func unknown() {
    let names = ServiceNames([.databases: ["users", "shops"], .buckets: ["images"]])
    #expect(Self.mappings.messages == [])
    #expect(
      Self.mappings.findings(aboutServicesBesides: names).map(\.description) == [
        "fixtures/mappings.yaml:2:10: error: no profile has a database \"image\" (known: shops, "
          + "users) [unknown-service]",
        "fixtures/mappings.yaml:3:13: error: no profile has a database \"shop\" (known: shops, "
          + "users); did you mean \"shops\"? [unknown-service]",
        "fixtures/mappings.yaml:6:3: error: no profile has a database \"user\" (known: shops, "
          + "users); did you mean \"users\"? [unknown-service]",
        "fixtures/mappings.yaml:7:3: error: \"images\" is a bucket; mappings apply to database "
          + "nodes, Firestore documents and Remote Config parameters [invalid-value]",
        "fixtures/mappings.yaml:8:3: error: no profile contains the location of Firestore; add "
          + "\"firestore\" to a profile in environments/ [unknown-service]",
      ]
    )
  }

  @Test("Mappings accept the services of all profiles")
  func names() throws {
    let profiles = DemoFiles([
      "environments/a.yaml": "{ databases: { users: embedded:u }, firestore: embedded:f }",
      "environments/b.yaml":
        "{ databases: { users: embedded:v, shops: embedded:s }, buckets: { images: embedded:i } }",
    ]).profiles()
    let names = ServiceNames(of: profiles.profiles)
    #expect(
      names
        == ServiceNames([
          .databases: ["shops", "users"], .buckets: ["images"], .firestore: ["firestore"],
        ])
    )
    #expect(
      Self.mappings.findings(aboutServicesBesides: names).map { $0.position?.line } == [2, 3, 6, 7]
    )
  }
}
