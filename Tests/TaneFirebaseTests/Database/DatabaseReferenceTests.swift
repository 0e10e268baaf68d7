import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("A reference is a path in a database")
struct DatabaseReferenceTests {
  private let store = InMemoryTreeStore()
  private let root: DatabaseReference

  init() throws {
    root = RealtimeDatabaseManager(databases: ["shops": store]).shopsReference
  }

  @Test("A path ignores leading, trailing and repeated slashes")
  func normalisation() {
    for path in ["a/b", "/a/b", "a/b/", "//a//b//"] {
      #expect(root.child(path) == root.child("a").child("b"))
      #expect("\(root.child(path))" == "shops:/a/b")
    }
    #expect(root.child("") == root)
    #expect(root.child("/") == root)
  }

  @Test("A percent sign in a path is literal, as in the SDK")
  func percent() {
    #expect(root.child("a%2Fb").key == "a%2Fb")
    #expect("\(root.child("a%2Fb"))" == "shops:/a%252Fb")
  }

  @Test("A database reference has a key, a parent and a root")
  func navigation() {
    let name = root.child("shops/0/name")
    #expect(name.key == "name")
    #expect(name.parent == root.child("shops/0"))
    #expect(name.root == root)
    #expect(root.key == nil)
    #expect(root.parent == nil)
    #expect(Set([name, root.child("shops/0/name")]).count == 1)
  }

  @Test("A generated child key sorts after the previous one")
  func autoId() throws {
    let parent = root.child("posts")
    let (first, second) = (parent.childByAutoId(), parent.childByAutoId())
    #expect(first.parent == parent)
    #expect(try KeyOrder.precedes(#require(first.key), #require(second.key)))
  }

  @Test("A reference with a forbidden key throws when it is used and names the path")
  func forbiddenKeys() async {
    let message =
      "shops:/shops/a.b: the key \"a.b\" contains \".\", which the Realtime Database forbids in "
      + "keys (. $ # [ ] / and control characters)"
    let reference = root.child("shops/a.b/name")
    #expect(await failure { try await reference.getData() } == message)
    #expect(await failure { try await reference.setValue(1) } == message)
    #expect(await failure { try await reference.updateChildValues(["a": 1]) } == message)
    #expect(await failure { try await reference.removeValue() } == message)
    #expect(await failure { try await root.updateChildValues(["shops/a.b": 1]) } == message)
  }

  @Test("Writing to a path deeper than 32 levels throws")
  func depth() async {
    let keys = (1...33).map { "k\($0)" }
    #expect(
      await failure { try await root.child(keys.joined(separator: "/")).setValue(1) }
        == "shops:/\(keys.joined(separator: "/")): this key is at level 33; the Realtime Database "
        + "allows 32 levels: move it closer to the root"
    )
    await #expect(throws: Never.self) {
      try await root.child(keys.dropLast().joined(separator: "/")).setValue(1)
    }
  }
}
