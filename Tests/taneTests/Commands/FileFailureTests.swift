import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Tests of unreadable and unwritable files and folders, which every command must report in plain
/// words.
@Suite("File system failures")
struct FileFailureTests {
  /// Returns true if a text contains parts of an error's debug description.
  private static func isRaw(_ text: String) -> Bool {
    text.contains(/Error Domain|NS[A-Z][A-Za-z]+|UserInfo|CocoaError|POSIXError|Errno\(|\(null\)/)
  }

  private func check(_ arguments: [String], in project: TemporaryProject) async throws {
    let result = try await TaneProcess.run(arguments, in: project.root)
    #expect(!Self.isRaw(result.output + result.errors), "\(arguments): \(result)")
    #expect((0...4).contains(result.status) || result.status == 64, "\(arguments): \(result)")
  }

  private static let commands = [
    ["seed"], ["plan", "-o", "p.json"], ["diff"], ["history"], ["pull", "shops:/"],
    ["adopt", "shops:/shops"], ["validate"], ["fixtures", "fmt"], ["doctor", "--store"],
    ["schema"], ["schema", "--editor"],
    ["env", "export", "local", "--format", "json", "--output", "x.json"],
    ["emulate", "--exec", "true"], ["init", "--yes"],
  ]

  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write("sources: [Sources]\n", to: "fixtures/mappings.yaml")
    try project.write("struct Shop: Codable { var id: Int }\n", to: "Sources/Shop.swift")
    return project
  }

  /// Replaces a path of the project with a file, folder or link of the wrong kind.
  @Test(
    "A file of the wrong kind in any place causes a readable error",
    arguments: [
      (".tane", "file"), (".tane", "link"), (".tane/embedded", "file"), (".tane/pulls", "file"),
      (".tane/state.sqlite", "folder"), (".tane/embedded/local.sqlite", "link"),
      ("fixtures", "file"), ("fixtures/base/databases", "link"),
      ("fixtures/mappings.yaml", "folder"),
      ("fixtures/.schemas", "file"), ("environments", "file"), ("fixtures/schema.yaml", "folder"),
      ("p.json", "folder"), ("x.json", "folder"),
    ]
  )
  func misplaced(path: String, kind: String) async throws {
    let project = try Self.project()
    let place = project.root.appending(path: path)
    if project.exists(path) { try project.remove(path) }
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    switch kind {
    case "file": try project.write("x", to: path)
    case "folder": try project.write("x", to: "\(path)/x")
    default:
      try FileManager.default.createSymbolicLink(
        atPath: place.path,
        withDestinationPath: "/proc/nowhere/x"
      )
    }
    for arguments in Self.commands { try await check(arguments, in: project) }
  }

  @Test("Unwritable output files cause readable errors")
  func outputs() async throws {
    let project = try Self.project()
    try project.write("x", to: "file")
    try project.write("x", to: "folder/x")
    for place in ["/proc/nowhere/x", "/proc/x", "file/x", "folder", "nowhere/x"] {
      for arguments in [
        ["plan", "-o", place], ["env", "export", "local", "--format", "json", "--output", place],
        ["env", "export", "local", "--format", "json", "--reveal", "--output", place],
        ["validate", "--baseline", place, "--update-baseline"],
        ["emulate", "--in-memory", "--seed", "--exec", "true", "--export-on-exit", place],
        ["emulate", "--in-memory", "--import", place, "--exec", "true"],
        ["apply", place], ["diff", place], ["diff", place, "fixtures"],
        ["pull", "shops:/", "--from", place], ["init", "-C", place, "--yes"],
        ["init", "--from", place, "--yes"], ["seed", "-C", place],
      ] {
        try await check(arguments, in: project)
      }
    }
    let exported = try await project.tane(
      "env",
      "export",
      "--format",
      "json",
      "--output",
      "file/x"
    )
    #expect(
      exported.errors == "error: file/x cannot be written: no such file or folder\n"
    )
  }

  @Test("An emulator in memory needs no .tane folder")
  func inMemory() async throws {
    let project = try Self.project()
    try project.write("x", to: ".tane")
    let result = try await TaneProcess.run(
      ["emulate", "--in-memory", "--seed", "--exec", "true"] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.errors == "seeded 4 values\nstopping…\n")
    #expect(try project.read(".tane") == "x")
  }

  // MARK: init

  private static let app = [
    "App/GoogleService-Info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>PROJECT_ID</key><string>demo-app</string></dict></plist>
    """,
    ".gitignore": "build",
  ]

  private static func paths(of project: TemporaryProject) -> [String] {
    let found = FileManager.default.enumerator(atPath: project.root.path)
    return (found?.allObjects as? [String] ?? []).sorted()
  }

  @Test("The init command leaves no files if one cannot be written")
  func initFails() async throws {
    let project = try TemporaryProject(Self.app)
    try project.write("a file", to: "fixtures")
    let before = Self.paths(of: project)
    let result = try await project.tane("init", "--yes")
    #expect(result.status == 2)
    #expect(
      result.errors.hasSuffix(
        "error: fixtures/base/firestore/examples/hello.yaml cannot be written: part of its path "
          + "is a file, not a folder; nothing was written\n"
      ),
      "\(result.errors)"
    )
    #expect(Self.paths(of: project) == before)
    #expect(try project.read(".gitignore") == "build")
  }

  @Test("The init command leaves no files if an export cannot become fixtures")
  func initPullFails() async throws {
    let project = try TemporaryProject(Self.app)
    try project.write("{ \"a\": { \"b.c\": 1 } }", to: "export.json")
    let before = Self.paths(of: project)
    let result = try await project.tane(
      "init",
      "--yes",
      "--service",
      "database",
      "--from",
      "export.json"
    )
    #expect(result.status != 0)
    #expect(result.errors.hasSuffix("nothing was written\n"), "\(result.errors)")
    #expect(Self.paths(of: project) == before)
    #expect(try project.read(".gitignore") == "build")
  }

  @Test("The init command reports links, pipes and unusable files without waiting for any of them")
  func initPassesOver() async throws {
    let project = try TemporaryProject(Self.app)
    try project.write("<plist><dict>", to: "Broken/GoogleService-Info.plist")
    try project.write("{ \"projects\": ", to: ".firebaserc")
    try project.write(String(repeating: " ", count: 1 << 20 + 1), to: "Large.swift")
    for (name, target) in [
      ("Linked.swift", "App/A.swift"), ("Other", "App"), ("firebase.json", "x"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: project.root.appending(path: name).path,
        withDestinationPath: target
      )
    }
    for name in ["google-services.json", "Pipe.swift", ".gitignore", "Debug.xcconfig"] {
      if project.exists(name) { try project.remove(name) }
      #expect(mkfifo(project.root.appending(path: name).path, 0o600) == 0)
    }
    let result = try await project.tane("init", "--yes")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors == """
        note: .firebaserc was skipped: it is not JSON, or contains an invalid project or host
        note: Broken/GoogleService-Info.plist was skipped: it is not a Firebase file that contains \
        a project ID
        note: Debug.xcconfig was skipped: it is neither a file nor a folder
        note: Large.swift was skipped: it is larger than 1 MiB
        note: Linked.swift was skipped: it is a link
        note: Other was skipped: it is a link
        note: Pipe.swift was skipped: it is neither a file nor a folder
        note: firebase.json was skipped: it is a link
        note: google-services.json was skipped: it is neither a file nor a folder

        """
    )
    #expect(result.output.contains("= keep    .gitignore  already exists\n"), "\(result.output)")
    let pipe = try await project.tane("init", "--from", "Pipe.swift")
    #expect(
      pipe.errors.hasSuffix("error: cannot read Pipe.swift: it is neither a file nor a folder\n")
    )
  }
}
