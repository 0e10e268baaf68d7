import Foundation
import Testing

@Suite("tane diff of files and folders")
struct DiffFilesTests {
  @Test("The diff command compares two YAML or JSON files without a project")
  func files() async throws {
    let folder = try TemporaryProject([
      "a.yaml": "name: 麺屋\nopen: true\nrating: 4\n",
      "b.json": #"{"name": "麺屋 本店", "rating": "4", "tags": ["ramen"]}"#,
    ])
    let result = try await folder.tane("diff", "a.yaml", "b.json")
    #expect(result.status == 1)
    #expect(
      result.output == """
        ~ change  /name
                  - "麺屋"
                  + "麺屋 本店"  b.json:1:10
        - remove  /open
                  - true
        ~ change  /rating  from integer to string
                  - 4
                  + "4"  b.json:1:29
        + add     /tags
                  + ["ramen"]  b.json:1:42

        1 added, 2 changed, 1 removed; 0 values unchanged.

        """
    )
    #expect(try await folder.tane("diff", "a.yaml", "a.yaml").status == 0)
  }

  @Test("The diff command distinguishes the empty key from the root and signed zeros")
  func emptyKeysAndZeros() async throws {
    let folder = try TemporaryProject([
      "a.json": #"{"": 1, "a": {"": 0.0}, "b": -0}"#,
      "b.json": #"{"": 2, "a": {"": -0.0}, "b": 0}"#,
      "c.json": "1", "d.json": "2",
    ])
    let result = try await folder.tane("diff", "a.json", "b.json")
    #expect(
      result.output == """
        ~ change  /""
                  - 1
                  + 2  b.json:1:6
        ~ change  /a/""  the same value
                  - 0.0
                  + -0.0  b.json:1:19
        ~ change  /b  from number to integer, the same value
                  - -0.0
                  + 0  b.json:1:31

        0 added, 3 changed, 0 removed; 0 values unchanged.

        """
    )
    let ignored = try await folder.tane("diff", "a.json", "b.json", "--ignore", "/\"\"", "--json")
    #expect(ignored.output.contains(#""ignored": 1"#))
    #expect(ignored.output.contains(#""new": -0.0, "sameNumber": true"#))
    let roots = try await folder.tane("diff", "c.json", "d.json")
    #expect(roots.output.hasPrefix("~ change  /\n"))
  }

  @Test("The diff command pairs documents of files by kind and name, or by position")
  func documents() async throws {
    let folder = try TemporaryProject([
      "a.yaml": """
      ---
      kind: Deployment
      metadata: { name: shops, namespace: demo }
      replicas: 1
      ---
      kind: Service
      name: shops
      bucket: !Ref Images
      ---
      """,
      "b.yaml": """
      kind: Service
      name: shops
      bucket: !Ref Pictures
      ---
      kind: Deployment
      metadata: { name: shops, namespace: demo }
      replicas: 2
      """,
      "c.yaml": "a: 1\n---\nb: 1\n---\nc: 1\n", "d.yaml": "a: 1\n---\nb: 2\n---\nc: 1\n",
      "old/x.yaml": "a: 1\n---\nb: 1\n", "new/x.yaml": "a: 1\n",
    ])
    let named = try await folder.tane("diff", "a.yaml", "b.yaml")
    #expect(
      named.output == """
        ~ change  /Deployment/demo/shops/replicas
                  - 1
                  + 2  b.yaml:7:11
                  = 2 unchanged at the same level
        ~ change  /Service/shops/bucket/!Ref
                  - "Images"
                  + "Pictures"  b.yaml:3:9

        0 added, 2 changed, 0 removed; 5 values unchanged.

        """
    )
    let listed = try await folder.tane("diff", "c.yaml", "d.yaml")
    #expect(
      listed.output == """
        ~ change  /1/b
                  - 1
                  + 2  d.yaml:3:4

        0 added, 1 changed, 0 removed; 2 values unchanged.

        """
    )
    let folders = try await folder.tane("diff", "old", "new")
    #expect(folders.output.hasPrefix("- remove  /x/1\n"))
    let patch = try await folder.tane("diff", "c.yaml", "d.yaml", "--patch", "json")
    #expect(patch.status == 64)
    #expect(
      patch.errors.contains(
        "--patch json requires files with a single document, but one of the files has 3 documents"
      )
    )
  }

  @Test("The member given by --key matches list elements of files")
  func keys() async throws {
    let folder = try TemporaryProject([
      "a.yaml": "menu: [{ code: a, n: 1 }, { code: b, n: 2 }, { code: c, n: 3 }]",
      "b.yaml": "menu: [{ code: c, n: 4 }, { code: a, n: 5 }]",
    ])
    let result = try await folder.tane("diff", "a.yaml", "b.yaml", "--key", "/menu=code")
    #expect(
      result.output == """
        ⇆ move    /menu/0 (code "c")  from index 2
                  = {"code":"c","n":4}  b.yaml:1:8
        ~ change  /menu/0/n (of code "c")
                  - 3
                  + 4  b.yaml:1:22
                  = 1 unchanged at the same level
        ~ change  /menu/1/n (of code "a")
                  - 1
                  + 5  b.yaml:1:41
                  = 1 unchanged at the same level
        - remove  /menu/1 (code "b")
                  - {"code":"b","n":2}

        0 added, 2 changed, 1 removed, 1 moved; 2 values unchanged.

        """
    )
    #expect(result.errors == "")
    let unused = try await folder.tane("diff", "a.yaml", "b.yaml", "--key", "/menu=nam")
    #expect(
      unused.errors
        == "note: --key /menu=nam has no effect: no list at this path has a unique \"nam\" in "
        + "every element\n"
    )
    for (key, problem) in [
      (
        "/menu",
        "--key /menu: expected the path of a list and the member that identifies its elements, "
          + "such as /shops/*/menu=code"
      ),
      (
        "shops:/menu=code",
        "--key shops:/menu: expected a path without a database, such as /shops/*/menu; * matches "
          + "any key"
      ),
    ] {
      let result = try await folder.tane("diff", "a.yaml", "b.yaml", "--key", key)
      #expect(result.status == 64)
      #expect(result.errors.contains(problem), "\(result.errors)")
    }
  }

  @Test("The member given by --key has precedence over the mappings for databases")
  func keysOfEnvironments() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: embedded:shops }",
      "fixtures/base/databases/shops/menu.yaml":
        "[{ code: a, n: 1, m: 1 }, { code: b, n: 2, m: 2 }, { code: c, n: 3, m: 3 }]",
    ])
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "[{ code: b, n: 7, m: 8 }, { code: c, n: 3, m: 3 }]",
      to: "fixtures/base/databases/shops/menu.yaml"
    )
    let result = try await project.tane("diff", "--key", "shops:/menu=code")
    #expect(result.output.contains("shops:/menu/0 (code \"a\")"), "\(result.output)")
    #expect(result.output.contains("shops:/menu/0/n (of code \"b\")"), "\(result.output)")
    let unknown = try await project.tane("diff", "--key", "shop:/menu=code")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("--key shop:/menu: no database or bucket is named \"shop\""))
  }

  @Test("The diff command shows where a removed value has moved")
  func movedValues() async throws {
    let folder = try TemporaryProject([
      "a.yaml": "a: { x: 1, y: 2 }\nb: { n: 1 }\nlist: [{ p: 1, q: 2 }]\nt: 1\n",
      "b.yaml": "b: { n: 1, c: { x: 1, y: 2 } }\nlist: []\nother: { p: 1, q: 2 }\nu: 1\n",
    ])
    let result = try await folder.tane("diff", "a.yaml", "b.yaml")
    #expect(
      result.output == """
        - remove  /a  moved to /b/c
                  - {"x":1,"y":2}
        + add     /b/c  moved from /a
                  + {"x":1,"y":2}  b.yaml:1:15
                  = 1 unchanged at the same level
        - remove  /list/0  moved to /other
                  - {"p":1,"q":2}
        + add     /other  moved from /list/0
                  + {"p":1,"q":2}  b.yaml:3:8
        - remove  /t
                  - 1
        + add     /u
                  + 1  b.yaml:4:4

        3 added, 0 changed, 3 removed; 1 value unchanged.

        """
    )
    let json = try await folder.tane("diff", "a.yaml", "b.yaml", "--json")
    #expect(json.output.contains(#"{"path": "/a", "kind": "removed", "movedTo": "/b/c", "#))
    #expect(json.output.contains(#"{"path": "/b/c", "kind": "added", "movedFrom": "/a", "#))
    // A value that occurs twice has not moved.
    let copies = try TemporaryProject([
      "a.yaml": "a: { x: 1, y: 2 }", "b.yaml": "b: { x: 1, y: 2 }\nc: { x: 1, y: 2 }",
    ])
    #expect(try await !copies.tane("diff", "a.yaml", "b.yaml").output.contains("moved from"))
  }

  @Test("The diff command reports no difference between a file and its copy, or the errors of both")
  func copies() async throws {
    let folder = try TemporaryProject([
      "a.yaml": "name: 麺屋\nrating: 4\n", "b.yaml": "name: 麺屋\nrating: 4\n",
      "c.yaml": "name: [", "d.yaml": "name: [",
    ])
    let same = try await folder.tane("diff", "a.yaml", "b.yaml")
    #expect(same.status == 0)
    #expect(same.output == "No differences: 2 values unchanged.\n")
    let broken = try await folder.tane("diff", "c.yaml", "d.yaml")
    #expect(broken.status == 2)
    #expect(
      broken.errors.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "c.yaml:2:1:", "d.yaml:2:1:", "error:",
      ]
    )
  }

  @Test("The diff command rejects a file of more than 2 GiB without reading it")
  func tooLarge() async throws {
    let folder = try TemporaryProject(["a.json": "{}", "b.json": ""])
    // A sparse file, which occupies no disk space.
    let file = try FileHandle(forWritingTo: folder.root.appending(path: "b.json"))
    try file.truncate(atOffset: 1 << 31)
    try file.close()
    let result = try await folder.tane("diff", "a.json", "b.json")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        b.json: error: the file is 2,147,483,648 bytes in size, but at most 2,147,483,647 can be \
        read; split it [file-too-large]
        error: 1 error in the given files; nothing was compared

        """
    )
  }

  @Test("The diff command reads a folder as one tree with each file at its path")
  func folders() async throws {
    let folder = try TemporaryProject([
      "old/shops/s1.yaml": "name: 麺屋", "old/shops/s2.json": #"{"name": "喫茶"}"#,
      "old/README.md": "about", "old/.hidden.yaml": "a: 1",
      "new.yaml": "shops: { s1: { name: 麺屋 }, s2: { name: 喫茶 みなと } }",
      "new/shops.yml": "{ s1: { name: 麺屋 } }", "new/a%2Fb.yaml": "1",
    ])
    let mixed = try await folder.tane("diff", "old", "new.yaml")
    #expect(
      mixed.output == """
        ~ change  /shops/s2/name
                  - "喫茶"
                  + "喫茶 みなと"  new.yaml:1:40

        0 added, 1 changed, 0 removed; 1 value unchanged.

        """
    )
    #expect(mixed.errors == "note: 1 file that is neither YAML nor JSON is not compared\n")
    let both = try await folder.tane("diff", "old", "new")
    #expect(
      both.output == """
        + add     /a%2Fb
                  + 1  new/a%2Fb.yaml:1:1
        - remove  /shops/s2
                  - {"name":"喫茶"}
                  = 1 unchanged at the same level

        1 added, 0 changed, 1 removed; 1 value unchanged.

        """
    )
  }

  @Test("The diff command reports the errors of both sides in one run")
  func findings() async throws {
    let folder = try TemporaryProject(["a.yaml": "a: 1\na: 2\n", "b.json": "{\"x\": }"])
    let result = try await folder.tane("diff", "a.yaml", "b.json")
    #expect(result.status == 2)
    #expect(result.errors.contains("a.yaml:2:1: error: "))
    #expect(result.errors.contains("b.json:1:7: error: "))
    #expect(
      result.errors.hasSuffix("error: 2 errors in the given files; nothing was compared\n")
    )
    let missing = try await folder.tane("diff", "a.yaml", "nope.json")
    #expect(missing.status == 2)
    #expect(
      missing.errors.contains(
        "nope.json: error: no such file or folder [unreadable-file]\n"
      )
    )
  }

  @Test("A node that two files of a folder describe is an error")
  func describedTwice() async throws {
    let folder = try TemporaryProject(["a/x.yaml": "1", "a/x.json": "2"])
    let result = try await folder.tane("diff", "a", "a")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        """
        a/x.yaml:1:1: error: the node /x is defined in two files; remove it from one of them \
        [described-twice]
        a/x.json:1:1: note: it is also defined here

        """
      )
    )
  }

  @Test("A patch that JSON cannot represent is rejected before any output")
  func unrepresentable() async throws {
    let folder = try TemporaryProject(["a.yaml": "x: 1\ny: 1", "b.yaml": "x: 2\ny: .nan"])
    let result = try await folder.tane("diff", "a.yaml", "b.yaml", "--patch", "json")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors
        == "error: cannot write the patch: b.yaml:2:4: JSON cannot represent .nan at /y; write YAML "
        + "instead\n"
    )
    let deep = try TemporaryProject(["a.yaml": "x: 1", "b.yaml": "x: { y: [1, .inf] }"])
    for kind in ["json", "merge"] {
      let result = try await deep.tane("diff", "a.yaml", "b.yaml", "--patch", kind)
      #expect(
        result.errors
          == "error: cannot write the patch: b.yaml:1:13: JSON cannot represent .inf at /x/y/1; write "
          + "YAML instead\n"
      )
    }
    let null = try TemporaryProject(["a.yaml": "x: 1", "b.yaml": "x: null"])
    let merge = try await null.tane("diff", "a.yaml", "b.yaml", "--patch", "merge")
    #expect(merge.status == 2)
    #expect(
      merge.errors == """
        error: a merge patch cannot set /x to null, because null removes a member; use a JSON patch

        """
    )
  }

  @Test(
    "A patch for a Realtime Database checks every key on both sides",
    arguments: [
      (
        #"{"a/b": 1, "c": 1}"#, #"{"c": 1}"#, "a.json:1:2", #"the key "a/b" contains "/""#, "/a%2Fb"
      ),
      (
        #"{"c": 1}"#, #"{"a/b": 1, "c": 1}"#, "b.json:1:2", #"the key "a/b" contains "/""#, "/a%2Fb"
      ),
      (
        #"{"1": {"2/": 1, "3": 1}}"#, #"{"1": {"3": 1}}"#, "a.json:1:8",
        #"the key "2/" contains "/""#,
        "/1/2%2F"
      ),
      (#"{"a.b": 1}"#, "{}", "a.json:1:2", #"the key "a.b" contains ".""#, "/a.b"),
      (#"{"a$": 1}"#, "{}", "a.json:1:2", #"the key "a$" contains "$""#, "/a$"),
      (#"{"a#": 1}"#, "{}", "a.json:1:2", ##"the key "a#" contains "#""##, "/a#"),
      (#"{"[a": 1}"#, "{}", "a.json:1:2", #"the key "[a" contains "[""#, "/[a"),
      (#"{"a]": 1}"#, "{}", "a.json:1:2", #"the key "a]" contains "]""#, "/a]"),
      (
        #"{"a\u0007": 1}"#, "{}", "a.json:1:2",
        #"the key "a\u{7}" contains the control character U+0007"#, "/a%07"
      ),
    ]
  )
  func illegalKeys(
    left: String,
    right: String,
    place: String,
    problem: String,
    address: String
  ) async throws {
    let folder = try TemporaryProject(["a.json": left, "b.json": right])
    let result = try await folder.tane("diff", "a.json", "b.json", "--patch", "rtdb")
    #expect(result.output == "")
    #expect(
      result.errors == """
        \(place): error: \(problem), which the Realtime Database forbids in keys (. $ # [ ] / and control characters) [illegal-key]
          \(address)
        error: cannot create the patch: 1 key or value cannot be stored in a Realtime Database; \
        nothing was printed

        """
    )
    #expect(result.status == 2)
    // JSON patches and merge patches can represent every key.
    #expect(try await folder.tane("diff", "a.json", "b.json", "--patch", "json").status == 1)
    #expect(try await folder.tane("diff", "a.json", "b.json", "--patch", "merge").status == 1)
  }

  @Test("A patch for a Realtime Database rejects empty and overlong keys")
  func emptyKeys() async throws {
    let long = String(repeating: "k", count: 769)
    let folder = try TemporaryProject([
      "a.json": #"{"1": {"": 1, "\#(long)": 1, "3": 1}}"#, "b.json": #"{"1": {"3": 1}}"#,
    ])
    let result = try await folder.tane("diff", "a.json", "b.json", "--patch", "rtdb")
    #expect(
      result.errors == """
        a.json:1:8: error: a key cannot be empty in the Realtime Database [illegal-key]
          /1/""
        a.json:1:15: error: this key is 769 bytes long; the Realtime Database allows up to 768 bytes [key-too-long]
          /1/\(long)
        error: cannot create the patch: 2 keys or values cannot be stored in a Realtime Database; \
        nothing was printed

        """
    )
  }

  @Test("A patch for a Realtime Database rejects an illegal base path")
  func illegalBase() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: embedded:shops }",
      "fixtures/base/databases/shops/a%2Fb/c.yaml": "1",
      "fixtures/demo/databases/shops/a%2Fb/c.yaml": "2",
    ])
    let result = try await project.tane(
      "diff",
      "fixtures/demo/databases/shops/a%2Fb/c.yaml",
      "fixtures",
      "--patch",
      "rtdb"
    )
    #expect(result.output == "")
    #expect(result.status == 2)
    #expect(result.errors.contains("[illegal-key]"))
  }
}
