import Testing

@testable import TaneCore

@Suite("Tree assemblies")
struct TreeAssemblyTests {
  @Test("An assembly puts parts at their paths in any order")
  func assembles() {
    let parts: [(Tree, TreePath)] = [
      (Tree(["name": "麺屋"]), "/shops/0"), (Tree(["x": 1]), "/"), (Tree(5), "/shops/2/rating"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      var assembly = TreeAssembly()
      for index in order {
        #expect(assembly.add(parts[index].0, at: parts[index].1) == nil)
      }
      #expect(
        assembly.assembled()
          == Tree(["x": 1, "shops": ["0": ["name": "麺屋"], "2": ["rating": 5]]])
      )
    }
  }

  @Test("An assembly rejects a node that another part describes, in either order")
  func conflicts() {
    let cases: [((TreeLiteral, TreePath), (TreeLiteral, TreePath), TreePath)] = [
      ((["b": 1], "/a"), (2, "/a/b"), "/a/b"),
      ((1, "/a"), (2, "/a"), "/a"),
      ((1, "/a"), (2, "/a/b"), "/a/b"),
      (([1, 2], "/a"), (3, "/a/1"), "/a/1"),
      ((["b": ["c": 1]], "/"), (2, "/b/c"), "/b/c"),
    ]
    for (first, second, path) in cases {
      var assembly = TreeAssembly()
      #expect(assembly.add(Tree(first.0), at: first.1) == nil)
      #expect(assembly.add(Tree(second.0), at: second.1)?.path == path)
      var reversed = TreeAssembly()
      #expect(reversed.add(Tree(second.0), at: second.1) == nil)
      #expect(reversed.add(Tree(first.0), at: first.1)?.path == path)
    }
  }

  @Test("Adding a part to a list by index keeps it a list if no index is skipped")
  func lists() {
    func grafted(_ path: TreePath) -> Tree {
      var assembly = TreeAssembly()
      _ = assembly.add(Tree([["a": 1], ["a": 2]]), at: "/list")
      #expect(assembly.add(Tree(3), at: path) == nil)
      return assembly.assembled()
    }
    #expect(grafted("/list/1/b") == Tree(["list": [["a": 1], ["a": 2, "b": 3]]]))
    #expect(grafted("/list/2") == Tree(["list": [["a": 1], ["a": 2], 3]]))
    #expect(grafted("/list/3") == Tree(["list": ["0": ["a": 1], "1": ["a": 2], "3": 3]]))
  }

  @Test("An assembly returns the content of a path, without a copy if it is one part")
  func paths() {
    var assembly = TreeAssembly()
    let users = Tree(["u1": ["name": "A"]])
    _ = assembly.add(users, at: "/app/users")
    _ = assembly.add(Tree(5), at: "/app/shops/2/rating")
    _ = assembly.add(Tree(6), at: "/app/users/u2")
    let shops = Tree(["2": ["rating": 5]])
    #expect(assembly.assembled(at: "/app/shops") == shops)
    #expect(assembly.assembled(at: "/app/users") == Tree(["u1": ["name": "A"], "u2": 6]))
    #expect(assembly.assembled(at: "/app/users/u1/name") == Tree("A"))
    #expect(assembly.assembled(at: "/app/users/u1")?.storage === users.storage)
    #expect(assembly.assembled(at: "/app/users/u3") == nil)
    #expect(assembly.assembled(at: "/other") == nil)
    var alone = TreeAssembly()
    _ = alone.add(users, at: .root)
    #expect(alone.assembled().storage === users.storage)
    #expect(TreeAssembly().assembled().isNull)
    #expect(TreeAssembly().assembled(at: .root) == nil)
  }

  @Test(
    "An assembly keeps every position, and a key from a file name is at the file's start"
  )
  func positions() throws {
    func file(_ name: String, _ key: String) -> Tree {
      var lines = LineIndex()
      lines.note(line: 2, start: 10)
      var builder = TreeBuilder()
      builder.file = builder.addSource(SourceFile(name: name, lines: lines))
      builder.beginMap()
      builder.offset = 12
      builder.setKey(key)
      builder.append(Int64(1))
      builder.endContainer()
      return builder.finish()
    }
    var assembly = TreeAssembly()
    _ = assembly.add(file("root.yaml", "x"), at: .root)
    _ = assembly.add(file("extra.yaml", "y"), at: "/a/extra")
    let tree = assembly.assembled()
    let place = { (file: String, line: Int, column: Int) in
      SourcePosition(file: file, line: line, column: column)
    }
    #expect(tree["x"]?.keyPosition == place("root.yaml", 2, 3))
    #expect(tree["a"]?.keyPosition == nil)
    #expect(tree[TreePath(["a", "extra"])]?.keyPosition == place("extra.yaml", 1, 1))
    #expect(tree[TreePath(["a", "extra", "y"])]?.keyPosition == place("extra.yaml", 2, 3))
  }
}
