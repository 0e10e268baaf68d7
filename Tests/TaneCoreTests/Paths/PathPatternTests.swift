import TaneCore
import Testing

@Suite("Path patterns")
struct PathPatternTests {
  @Test(
    "A path pattern matches a node and everything below it",
    arguments: [
      ("/users/*/lastLogin", "/users/u1/lastLogin", true),
      ("/users/*/lastLogin", "/users/u1/lastLogin/seconds", true),
      ("/users/*/lastLogin", "/users/u1/login", false),
      ("/users/*/lastLogin", "/users/lastLogin", false),
      ("/users/*", "/users", false),
      ("/users/**", "/users", true),
      ("/**/updatedAt", "/updatedAt", true),
      ("/**/updatedAt", "/a/b/c/updatedAt/d", true),
      ("/a/**/b/**/c", "/a/x/b/b/y/c", true),
      ("/a/**/b/**/c", "/a/x/c/b", false),
      ("/", "/a/b", true),
      ("", "/", true),
      ("/a%2Fb/%2A", "/a%2Fb/*", true),
      ("/a%2Fb/%2A", "/a%2Fb/c", false),
    ]
  )
  func matches(_ pattern: String, _ path: TreePath, _ expected: Bool) {
    #expect(PathPattern(parsing: pattern).matches(path) == expected)
  }

  @Test("A path pattern matches a node exactly if no part of the path is left")
  func exactly() {
    #expect(PathPattern(parsing: "/shops/*/menu").matchesExactly("/shops/0/menu"))
    #expect(!PathPattern(parsing: "/shops/*/menu").matchesExactly("/shops/0/menu/1"))
    #expect(PathPattern(parsing: "/**").matchesExactly("/a/b"))
  }

  @Test("Any path pattern printed and parsed is unchanged")
  func text() {
    for text in ["/", "/a/*/b", "/**/a%2Fb", "/%2A/%2A%2A", "/100%25"] {
      let pattern = PathPattern(parsing: text)
      #expect(pattern.description == text)
      #expect(PathPattern(parsing: pattern.description) == pattern)
    }
    #expect(PathPattern(parsing: "é") != PathPattern(parsing: "e\u{301}"))
  }
}
