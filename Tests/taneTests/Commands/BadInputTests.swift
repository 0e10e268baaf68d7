import Foundation
import Testing

@Suite("Complete messages for bad input")
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var files: [String: String] = [:]
    var environment = "local"
    var status: Int32 = 1
    /// The output on standard error before the last line.
    let findings: String
    var last = "1 error in the fixtures; nothing was written"
  }

  private static let folder = "fixtures/base/databases/shops"
  private static let shops = "\(folder)/shops.yaml"

  static let profiles = [
    Case(
      testDescription: "an unknown environment",
      environment: "locl",
      status: 64,
      findings: "",
      last: "no environment \"locl\" in environments/ (known: local); did you mean \"local\"?"
    ),
    Case(
      testDescription: "a profile with a typo, a missing variable and a missing set, in one run",
      files: [
        "environments/local.yaml": """
        gaurd: open
        databases:
          shops: embedded:shops
          users: ${USERS_URL}
        fixtures: [bse]
        """
      ],
      findings: """
        environments/local.yaml:1:1: error: unknown key "gaurd" (known: extends, project, guard, \
        fixtures, databases, buckets, firestore, accounts, remoteConfig, credentials, state, limits, undo, \
        marker, own, ignore, masks, maskKey, maskExceptions, values, allowIn); did you mean \
        "guard"? [unknown-key]
        environments/local.yaml:4:10: error: the environment variable USERS_URL is not set; set it, \
        or write a default: ${USERS_URL:-default} [unset-variable]
        environments/local.yaml:5:12: error: no fixture set "bse" in fixtures/ (known: base); did \
        you mean "base"? [unknown-set]

        """,
      last: "the environment \"local\" cannot be used: its profile has 3 errors"
    ),
    Case(
      testDescription: "a cycle in extends",
      files: ["environments/a.yaml": "extends: b", "environments/b.yaml": "extends: a"],
      environment: "a",
      findings: """
        environments/a.yaml:1:10: error: "a" extends itself: a → b → a; remove one "extends" \
        [extends-cycle]
        environments/b.yaml:1:10: note: "b" extends "a"

        """,
      last: "the environment \"a\" cannot be used: its profile has 1 error"
    ),
  ]

  static let fixtures = [
    Case(
      testDescription: "a tab indent",
      files: [shops: "- id: 0\n\tname: x\n"],
      findings: "\(shops):2:1: error: YAML cannot be indented with tabs; use spaces [yaml-syntax]\n"
    ),
    Case(
      testDescription: "a duplicate key",
      files: [shops: "a: 1\nb: 2\na: 3\n"],
      findings: """
        \(shops):3:1: error: duplicate key "a" in this map; rename or remove one of the two \
        [duplicate-key]
        \(shops):1:1: note: first defined here

        """
    ),
    Case(
      testDescription: "a key with a dot and a NaN, in one run",
      files: [shops: "a.b: 1\nrating: .nan\n"],
      findings: """
        \(shops):1:1: error: the key "a.b" contains ".", which the Realtime Database forbids in \
        keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/shops/a.b
        \(shops):2:9: error: the Realtime Database cannot store .nan; use a finite number [not-finite]
          shops:/shops/rating

        """,
      last: "2 errors in the fixtures; nothing was written"
    ),
    Case(
      testDescription: "an undefined alias",
      files: [shops: "a: *nope\n"],
      findings:
        "\(shops):1:4: error: the alias *nope has no anchor &nope before it [undefined-alias]\n"
    ),
    Case(
      testDescription: "the same node in two files",
      files: ["\(folder)/shops.json": "1"],
      findings: """
        \(shops):1:1: error: this node is defined in two files of the set "base"; remove it from \
        one of them [described-twice]
        \(folder)/shops.json:1:1: note: it is also defined here
          shops:/shops

        """
    ),
    Case(
      testDescription: "a folder where a file is expected",
      files: ["\(folder)/x.yaml/y.yaml": "1"],
      findings: """
        \(folder)/x.yaml: error: "x.yaml" is a folder with the name of a file; rename it to "x" \
        [not-a-file]

        """
    ),
    Case(
      testDescription: "a second document",
      files: [shops: "a: 1\n---\nb: 2\n"],
      findings: """
        \(shops):2:1: error: a second document begins on line 2; a file can contain only one, so \
        move this one to another file [multiple-documents]

        """
    ),
    Case(
      testDescription: "an alias bomb",
      files: [shops: bomb],
      findings: """
        \(shops):7:10: error: with the alias *a5, the aliases of this file expand to more than \
        1,000,000 values; write large data without aliases [alias-expansion]

        """
    ),
  ]

  /// Each line has nine aliases of the previous line: 9¹² values in 600 bytes.
  private static let bomb = (1..<12).reduce("a0: &a0 [x,x,x,x,x,x,x,x,x]\n") { text, level in
    let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
    return text + "a\(level): &a\(level) [\(aliases)]\n"
  }

  @Test("Bad input is reported and nothing is written", arguments: profiles + fixtures)
  func reported(_ example: Case) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    let store = try project.data(".tane/embedded/local.sqlite")
    for (path, text) in example.files { try project.write(text, to: path) }
    let result = try await project.tane("seed", "-e", example.environment)
    #expect(result.status == example.status)
    #expect(result.errors == "\(example.findings)error: \(example.last)\n")
    #expect(try project.data(".tane/embedded/local.sqlite") == store)
  }

  @Test("Text that is not UTF-8 is reported at the byte")
  func encoding() async throws {
    let project = try TemporaryProject()
    try project.write(Data([0x61, 0x3A, 0x20, 0xFF]), to: Self.shops)
    let result = try await project.tane("seed")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        \(Self.shops):1:4: error: the byte 0xFF is not valid UTF-8; save the file as UTF-8 \
        [invalid-encoding]
        error: 1 error in the fixtures; nothing was written

        """
    )
  }

  #if os(Linux)
  @Test("Names that are not UTF-8 are reported for compared folders and Swift sources")
  func nameEncoding() async throws {
    let project = try TemporaryProject()
    try project.write("sources: [src]\n", to: "fixtures/mappings.yaml")
    try project.write("1\n", to: "a/b.yaml")
    try project.write("", to: "src/b.swift")
    for (folder, ending) in [("a", ".yaml"), ("src", ".swift")] {
      let path = project.root.appending(path: folder).path + "/"
      // The byte 0xE9 is é in Latin-1.
      let name = Array(path.utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
      #expect(rename(path + "b" + ending, name + Array(ending.utf8CString)) == 0)
    }
    let compared = try await project.tane("diff", "a", "a")
    #expect(
      compared.errors.hasPrefix(
        "a/\u{FFFD}.yaml: error: this name is not UTF-8; rename it [illegal-file-name]\n"
      )
    )
    let validated = try await project.tane("validate")
    #expect(
      validated.output.contains(
        "src/\u{FFFD}.swift: error: this name is not UTF-8; rename it [illegal-file-name]\n"
      )
    )
  }
  #endif

  @Test("A dangling link is reported like an unreadable file")
  func danglingLink() async throws {
    let project = try TemporaryProject()
    try FileManager.default.createSymbolicLink(
      atPath: project.root.appending(path: "\(Self.folder)/x.yaml").path,
      withDestinationPath: "nothing"
    )
    let result = try await project.tane("seed")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        \(Self.folder)/x.yaml: error: this link is broken [unusable-link]
        error: 1 error in the fixtures; nothing was written

        """
    )
  }

  @Test("A command outside a project names the missing folder and possible remedies")
  func noProject() async throws {
    let folder = try TemporaryProject([:])
    let result = try await folder.tane("seed")
    #expect(result.status == 64)
    #expect(
      result.errors == """
        error: no project at \(folder.root.path): neither it nor a folder above it contains \
        environments/; go to the project, name it with -C, or set one up in the folder of your \
        app with tane init

        """
    )
  }

  @Test("A .tane file in place of the folder stops the seed with exit code 2")
  func stateIsAFile() async throws {
    let project = try TemporaryProject()
    try project.write("in the way", to: ".tane")
    let result = try await project.tane("seed")
    #expect(result.status == 2)
    #expect(result.errors.contains(".tane"))
    #expect(try project.read(".tane") == "in the way")
  }

  @Test("An unknown option is a usage error")
  func usage() async throws {
    #expect(try await TemporaryProject().tane("seed", "--prun").status == 64)
  }
}

@Suite("Failures reported to programs")
struct FailureDocumentTests {
  @Test("On failure --json prints a document with the error and the findings")
  func json() async throws {
    let project = try TemporaryProject()
    try project.write("a.b: 1", to: "fixtures/base/databases/shops/shops.yaml")
    let result = try await project.tane("seed", "--json")
    #expect(result.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    let error = document["error"] as? [String: Any]
    #expect(error?["exitCode"] as? Int == 1)
    #expect(error?["message"] as? String == "1 error in the fixtures; nothing was written")
    let findings = document["findings"] as? [[String: Any]]
    #expect(findings?.first?["code"] as? String == "illegal-key")
    #expect(findings?.first?["line"] as? Int == 1)
  }

  @Test("The validate command rejects an address without fixtures")
  func unknownAddress() async throws {
    let result = try await TemporaryProject().tane("validate", "shops:/typo")
    #expect(result.status == 64)
    #expect(result.errors == "error: shops:/typo is not in the fixtures\n")
  }
}
