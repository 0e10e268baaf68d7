import TaneCore
import TaneProject
import Testing

@Suite("Mapped nodes")
struct MappedNodesTests {
  private static let users = Tree([
    "users": [
      "u1": ["name": "a", "settings": ["theme": "dark"]],
      "u2": ["name": "b"],
      "u3": nil,
      "*": ["settings": ["theme": "light"]],
    ],
    "list": [["id": 1], nil, ["id": 3]],
  ])

  private func nodes(_ rules: String) -> [String] {
    let mappings = DemoFiles.mappings("sources: [Sources]\nmappings:\n" + rules)
    #expect(mappings.messages == [])
    return mappings.nodes(in: Self.users, of: "users").map { "\($0.address) \($0.rule.type)" }
  }

  @Test("Nodes that match a pattern are returned in walk order without empty ones")
  func patterns() {
    #expect(nodes("  users:/users: A") == ["users:/users A"])
    #expect(nodes("  users:/: A") == ["users:/ A"])
    #expect(
      nodes("  users:/users/*: A") == [
        "users:/users/* A", "users:/users/u1 A", "users:/users/u2 A",
      ]
    )
    #expect(
      nodes("  users:/users/*/settings: A")
        == ["users:/users/*/settings A", "users:/users/u1/settings A"]
    )
    #expect(nodes("  users:/users/%2A/settings: A") == ["users:/users/*/settings A"])
    #expect(nodes("  users:/list/*: A") == ["users:/list/0 A", "users:/list/2 A"])
    #expect(nodes("  users:/list/2/id: A") == ["users:/list/2/id A"])
    #expect(nodes("  shops:/users: A\n  users:/user: B\n  users:/users/u1/name/x: C") == [])
  }

  @Test("A node is read by the most specific rule, and by rules above and below as well")
  func specific() {
    #expect(
      nodes("  users:/users/*: A\n  users:/*/u1: B\n  users:/users/u1: C\n  users:/users: D") == [
        "users:/users D", "users:/users/* A", "users:/users/u1 C", "users:/users/u2 A",
      ]
    )
    #expect(
      nodes("  users:/*/u1: A\n  users:/users/*: B")
        == ["users:/users/* B", "users:/users/u1 B", "users:/users/u2 B"]
    )
  }

  @Test("Mapped nodes contain their subtree")
  func trees() {
    let mappings = DemoFiles.mappings("sources: [Sources]\nmappings: { users:/users/u2: A }")
    let nodes = mappings.nodes(in: Self.users, of: "users")
    #expect(nodes.map(\.tree["name"]?.string) == ["b"])
    #expect(mappings.nodes(in: .null, of: "users").isEmpty)
  }

  @Test("A mapping rule without nodes causes a warning with the nearest key")
  func unmatched() {
    let mappings = DemoFiles.mappings(
      """
      sources: [Sources]
      mappings:
        users:/users: "[String: User]"
        users:/user: "[String: User]"
        users:/users/*/setting: Settings
        users:/colours: "[Colour]"
        users:/users/u1/name/*: Name
        shops:/shop: "[Shop]"
        todos:/: "[Todo]"
      """
    )
    let trees = ["users": Self.users, "todos": Tree.null]
    #expect(
      mappings.findings(aboutRulesWithoutNodesIn: trees).map(\.description) == [
        "fixtures/mappings.yaml:4:3: warning: the data has no value at users:/user, so \"[String: "
          + "User]\" is not checked; did you mean \"users:/users\"? [unmatched-mapping]",
        "fixtures/mappings.yaml:5:3: warning: the data has no value at users:/users/*/setting, so "
          + "\"Settings\" is not checked; did you mean \"users:/users/*/settings\"? "
          + "[unmatched-mapping]",
        "fixtures/mappings.yaml:6:3: warning: the data has no value at users:/colours, so "
          + "\"[Colour]\" is not checked [unmatched-mapping]",
        "fixtures/mappings.yaml:7:3: warning: the data has no value at users:/users/u1/name/*, so "
          + "\"Name\" is not checked [unmatched-mapping]",
        "fixtures/mappings.yaml:9:3: warning: the data has no value at todos:/, so \"[Todo]\" is "
          + "not checked [unmatched-mapping]",
      ]
    )
  }
}
