import TaneCore
import TaneProject
import Testing

@Suite("Nodes that a profile ignores")
struct IgnoredNodesTests {
  private static let services = """
    databases: { users: "embedded:users" }
    buckets: { images: "embedded:images" }

    """

  @Test("Ignored nodes are address patterns with an origin")
  func patterns() throws {
    let profiles = DemoFiles(
      [
        "environments/local.yaml": Self.services
          + "ignore: [\"users:/users/*/last_login\", \"images:/tmp/**\"]"
      ],
      sets: ["base"]
    ).profiles([:])
    #expect(profiles.diagnostics == [])
    let profile = try profiles.profile(named: "local")
    #expect(
      profile.ignore == [
        AddressPattern(service: "users", pattern: "/users/*/last_login"),
        AddressPattern(service: "images", pattern: "/tmp/**"),
      ]
    )
    let shown = profile.settings.filter { $0.keyPath.hasPrefix("ignore.") }
    #expect(
      shown.map { "\($0.keyPath) \($0.value) \($0.origin?.description ?? "")" } == [
        "ignore.0 users:/users/*/last_login environments/local.yaml:3:10",
        "ignore.1 images:/tmp/** environments/local.yaml:3:39",
      ]
    )
  }

  @Test("All invalid ignore patterns are reported in one run")
  func findings() {
    let profiles = DemoFiles(
      [
        "environments/a.yaml": Self.services + "ignore: users:/users",
        "environments/b.yaml": Self.services
          + "ignore:\n  - /users\n  - user:/users\n  - 3\n  - \"\"\n",
      ],
      sets: ["base"]
    ).profiles([:])
    #expect(
      profiles.messages == [
        """
        environments/a.yaml:3:9: error: expected a list of address patterns for "ignore", found a \
        string [wrong-type]
        """,
        """
        environments/b.yaml:4:5: error: "/users" is not a valid address pattern; expected a database or a \
        bucket and a path with * for any key, such as users:/users/*/last_login [invalid-value]
        """,
        """
        environments/b.yaml:5:5: error: the environment has no database or bucket "user" (known: \
        images, users); did you mean "users"? [unknown-service]
        """,
        """
        environments/b.yaml:6:5: error: expected a string for "ignore.2", found an integer; quote it \
        to make it a string [wrong-type]
        """,
        "environments/b.yaml:7:5: error: \"ignore.3\" is empty [missing-value]",
      ]
    )
  }

  @Test(
    "An ignore pattern can be made relative to a node",
    arguments: [
      ("users:/users/*/last_login", "users:/users", ["/*/last_login"]),
      ("users:/users/*/last_login", "users:/users/u1/last_login/x", ["/"]),
      ("users:/users/*/last_login", "users:/", ["/users/*/last_login"]),
      ("users:/users/*/last_login", "users:/posts", []),
      ("users:/users/*/last_login", "shops:/users", []),
      ("users:/**/x", "users:/a/b", ["/**/x"]),
      ("users:/**/x", "users:/a/x", ["/", "/**/x"]),
      ("users:/a%2Fb/*", "users:/a%2Fb", ["/*"]),
      ("users:/%2A/x", "users:/a", []),
    ]
  )
  func below(pattern: String, address: String, patterns: [String]) throws {
    let pattern = try #require(AddressPattern(parsing: pattern))
    let address = try #require(Address(parsing: address))
    #expect(pattern.patterns(below: address).map(\.description).sorted() == patterns)
  }
}
