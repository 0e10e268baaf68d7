import TaneCore
import Testing

@Suite("Paths and addresses")
struct PathTests {
  @Test("Any path printed and parsed is unchanged")
  func roundTrip() {
    for components in [[], ["a"], ["a/b", "50%"], ["店", "x y"], ["%2F"], ["\u{1}"]] {
      let path = TreePath(components)
      #expect(TreePath(parsing: path.description) == path)
    }
    #expect(TreePath(["a/b", "50%"]).description == "/a%2Fb/50%25")
    #expect(TreePath(parsing: "a//b/").components == ["a", "b"])
    #expect(TreePath(parsing: "/100%/%zz").components == ["100%", "%zz"])
    #expect(TreePath(parsing: "/%FF").components == ["%FF"])
  }

  @Test("A path contains the paths below it")
  func containment() {
    let shops: TreePath = "/shops"
    #expect(shops.contains("/shops/0/name"))
    #expect(shops.contains(shops))
    #expect(!shops.contains("/shops2"))
    #expect(shops.relative("/shops/0/name") == "/0/name")
    #expect(shops.relative("/users") == nil)
    #expect(TreePath.root.parent == .root)
  }

  @Test("Paths sort in the order of a walk by key")
  func order() {
    let paths: [TreePath] = ["/a", "/a/2", "/a/10", "/a/b", "/b"]
    #expect(paths.reversed().sorted() == paths)
  }

  @Test("Any address printed and parsed is unchanged, and invalid ones are rejected")
  func addresses() {
    #expect(Address(parsing: "shops:/shops/0/name")?.description == "shops:/shops/0/name")
    #expect(Address(parsing: "shops:")?.path == .root)
    #expect(Address(parsing: "images:/user_shop_images/1.jpg")?.service == "images")
    #expect(Address(parsing: "shops") == nil)
    #expect(Address(parsing: ":/a") == nil)
    #expect(Address(parsing: "shops:a") == nil)
  }

  @Test("The outermost of several paths contain all of them")
  func outermost() {
    let paths: [TreePath] = ["/a/b", "/c", "/a", "/c", "/a/b/c", "/ab"]
    #expect(TreePath.outermost(of: paths) == ["/a", "/ab", "/c"])
  }
}

@Suite("Keys that look alike but differ")
struct ExactKeyTests {
  // "é" as one scalar and as two: equal strings in Swift, but different keys in a Realtime
  // Database.
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test("Paths distinguish canonically equivalent keys")
  func paths() {
    #expect(TreePath([composed]) != TreePath([decomposed]))
    #expect(Set([TreePath([composed]), TreePath([decomposed])]).count == 2)
    #expect(!TreePath([composed]).contains(TreePath([decomposed, "x"])))
    #expect(TreePath([decomposed]) < TreePath([composed]))
    let writes = [composed, decomposed].map { TreeWrite(path: TreePath([$0]), value: Tree(1)) }
    #expect(TreeWrite.overlap(in: writes) == nil)
  }

  @Test("Changes and assemblies distinguish canonically equivalent keys")
  func trees() {
    let old = Tree(.map([(composed, .integer(1)), (decomposed, .integer(2))]))
    let new = Tree(.map([(composed, .integer(3)), (decomposed, .integer(4))]))
    #expect(old.applying(Changeset(from: old, to: new)) == new)
    var assembly = TreeAssembly()
    #expect(assembly.add(Tree(3), at: TreePath([composed])) == nil)
    #expect(assembly.add(Tree(4), at: TreePath([decomposed])) == nil)
    #expect(assembly.assembled() == new)
  }
}
