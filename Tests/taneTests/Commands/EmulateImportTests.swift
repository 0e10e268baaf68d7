import Foundation
import Testing

@Suite("tane emulate --import")
struct EmulateImportTests {
  /// An export with a database, an account and an object.
  private static let export = [
    "in/firebase-export-metadata.json": """
    {"version": "15.1.0", "database": {"path": "database_export"}, "auth": {"path": "auth_export"}, \
    "storage": {"path": "storage_export"}}
    """,
    "in/database_export/shops.json": #"{"imported": true}"#,
    "in/auth_export/accounts.json": #"{"users": [{"localId": "ann", "email": "ann@example.com"}]}"#,
    "in/storage_export/buckets.json": #"{"buckets": [{"id": "images"}]}"#,
    "in/storage_export/metadata/1.json": #"{"name": "a.txt", "bucket": "images"}"#,
    "in/storage_export/blobs/1": "bytes",
  ]

  @Test("An import replaces all data each time")
  func all() async throws {
    let project = try Self.project()
    for _ in 0..<2 {
      let result = try await emulate(["--import", "in", "--export-on-exit", "out"], in: project)
      #expect(result.status == 0)
      #expect(
        result.errors == """
          imported 1 database, 1 account, 1 object from in
          stopping…
          wrote the data to \(project.root.path)/out

          """
      )
      #expect(try project.read("out/database_export/shops.json") == #"{"imported":true}"#)
      #expect(try project.read("out/auth_export/accounts.json").contains("ann@example.com"))
    }
  }

  @Test("An export without its empty folders, which Git does not keep, is imported")
  func missingFolders() async throws {
    let project = try Self.project()
    try project.remove("in/storage_export")
    try project.remove("in/database_export")
    let result = try await emulate(["--import", "in"], in: project)
    #expect(result.status == 0)
    #expect(result.errors == "imported 0 databases, 1 account, 0 objects from in\nstopping…\n")
  }

  private static let object = "fixtures/base/buckets/images/a.txt"

  @Test("An import keeps the metadata of objects, including generation and times")
  func objects() async throws {
    let project = try Self.project()
    let metadata =
      #"{"name": "a.txt", "bucket": "images", "contentType": "text/plain", "generation": 1700000000000, "#
      + #""metageneration": 3, "timeCreated": "2023-11-14T22:13:20.000Z", "#
      + #""updated": "2023-11-14T22:13:21.500Z", "customMetadata": {"k": "v"}, "downloadTokens": ["t"]}"#
    try project.write(metadata, to: "in/storage_export/metadata/1.json")
    let result = try await emulate(["--import", "in", "--export-on-exit", "out"], in: project)
    #expect(result.status == 0, "\(result.errors)")
    let folder = "out/storage_export/metadata"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: project.root.appending(path: folder).path
    )
    let written = try project.read("\(folder)/\(try #require(names.first))")
    for part in [
      #""generation": 1700000000000"#, #""metageneration": 3"#,
      #""timeCreated": "2023-11-14T22:13:20.000Z""#, #""updated": "2023-11-14T22:13:21.500Z""#,
      #""contentType": "text/plain""#, #""k": "v""#,
    ] {
      #expect(written.contains(part), "\(written)")
    }
  }

  @Test("A comparison ignores the tokens of download URLs, and a seed keeps them")
  func tokens() async throws {
    let project = try Self.project()
    let metadata =
      #"{"name": "a.txt", "bucket": "images", "contentType": "text/plain", "#
      + #""customMetadata": {"k": "v"}, "downloadTokens": ["t"]}"#
    try project.write(metadata, to: "in/storage_export/metadata/1.json")
    #expect(try await emulate(["--import", "in"], in: project).status == 0)
    try project.write(try project.read("in/storage_export/blobs/1"), to: Self.object)
    try project.write("{ metadata: { k: v } }\n", to: "\(Self.object).meta.yaml")
    let same = try await project.tane("diff", "images:/")
    #expect(same.status == 0, "\(same.output)")
    try project.write("{ metadata: { k: w } }\n", to: "\(Self.object).meta.yaml")
    #expect(try await project.tane("seed", "images:/").status == 0)
    try project.write("other", to: Self.object)
    #expect(try await project.tane("seed", "images:/").status == 0)
    #expect(try await project.tane("diff", "images:/").status == 0)
    let kept = try await emulate(["--export-on-exit", "out"], in: project)
    #expect(kept.status == 0, "\(kept.errors)")
    let folder = "out/storage_export/metadata"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: project.root.appending(path: folder).path
    )
    let written = try project.read("\(folder)/\(try #require(names.first))")
    #expect(written.contains("\"downloadTokens\": [\n    \"t\"\n  ]"), "\(written)")
  }

  @Test("An import with an unusable file writes nothing")
  func nothing() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed").status == 0)
    let cases = [
      ("auth_export/accounts.json", "{", "accounts.json cannot be used"),
      (
        "auth_export/accounts.json", #"{"users": {"a": 1}}"#,
        "accounts.json cannot be imported: expected a list for \"users\", found map"
      ), ("database_export/users.json", #"{"a.b": 1}"#, "invalid characters in your key names"),
      ("database_export/a%2Fb.json", "1", "Invalid database name"),
      ("storage_export/metadata/2.json", #"{"name": "b"}"#, "blobs/2 cannot be read: no such file"),
      (
        "storage_export/metadata/1.json", #"{"name": "b"}"#,
        "1.json lacks the name of the object or the name of its bucket"
      ),
    ]
    for (path, content, reason) in cases {
      let original = project.exists("in/\(path)") ? try project.data("in/\(path)") : nil
      try project.write(content, to: "in/\(path)")
      let result = try await emulate(["--import", "in"], in: project)
      #expect(result.status == 2, "\(path)")
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(try await project.tane("diff").status == 0, "\(path)")
      if let original {
        try project.write(original, to: "in/\(path)")
      } else {
        try project.remove("in/\(path)")
      }
    }
  }

  @Test("An import skips and names accounts that cannot be stored")
  func account() async throws {
    let project = try Self.project()
    let users = """
      {"users": [{"localId": "odd", "email": "a@b"}, {"localId": "ann", "email": "ann@example.com"}, \
      {"localId": "bob", "email": "ann@example.com"}]}
      """
    try project.write(users, to: "in/auth_export/accounts.json")
    let result = try await emulate(["--import", "in", "--export-on-exit", "out"], in: project)
    #expect(result.status == 0)
    let file = "\(project.root.path)/in/auth_export/accounts.json"
    #expect(
      result.errors == """
        imported 1 database, 1 account, 1 object from in
        warning: \(file): users/0 (a@b): email is invalid; the account is skipped
        warning: \(file): users/2 (ann@example.com): email exists in other account in database; \
        the account is skipped
        stopping…
        wrote the data to \(project.root.path)/out

        """
    )
    let accounts = try project.read("out/auth_export/accounts.json")
    #expect(accounts.contains("ann@example.com"))
    #expect(!accounts.contains("bob"))
  }

  @Test("An import into a guarded environment is rejected unless it is in memory")
  func guarded() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      "guard: protected\ndatabases:\n  shops: embedded:shops\n",
      to: "environments/local.yaml"
    )
    let result = try await emulate(["--import", "in"], in: project)
    #expect(result.status == 3)
    #expect(
      result.errors == """
        error: the guard of local is "protected", and --import would replace its data; add \
        --in-memory to serve the export from memory instead

        """
    )
    #expect(try await project.tane("diff", "--summary").status == 0)
    #expect(try await emulate(["--in-memory", "--import", "in"], in: project).status == 0)
  }

  @Test("An import follows no links out of the export and opens only regular files")
  func links() async throws {
    let project = try Self.project()
    try project.write("1", to: "secret.json")
    let secret = project.root.appending(path: "secret.json").path
    let cases = [
      ("in/database_export/x.json", "secret.json"), ("in/auth_export/accounts.json", "secret.json"),
      ("in/storage_export/blobs/1", "secret.json"), ("in/database_export", "other"),
    ]
    try project.write("1", to: "other/a.json")
    for (path, target) in cases {
      try project.move("in", to: "kept")
      try FileManager.default.copyItem(
        at: project.root.appending(path: "kept"),
        to: project.root.appending(path: "in")
      )
      if project.exists(path) { try project.remove(path) }
      try FileManager.default.createSymbolicLink(
        at: project.root.appending(path: path),
        withDestinationURL: project.root.appending(path: target)
      )
      let result = try await emulate(["--import", "in"], in: project)
      #expect(result.status == 2)
      let place = target == "other" ? project.root.appending(path: "other").path : secret
      #expect(
        result.errors == """
          error: \(project.root.path)/\(path) is a link that points outside the export, to \
          \(place); replace it with a copy of its target

          """
      )
      try project.remove("in")
      try project.move("kept", to: "in")
    }
    let pipe = project.root.appending(path: "in/database_export/pipe.json").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try await emulate(["--import", "in"], in: project)
    #expect(result.status == 2)
    #expect(result.errors == "error: \(pipe) cannot be read: it is not a file\n")
  }

  private static func project() throws -> TemporaryProject {
    try TemporaryProject(TemporaryProject.basics.merging(Self.export) { $1 })
  }

  private func emulate(
    _ arguments: [String],
    in project: TemporaryProject
  ) async throws -> TaneProcess.Result {
    try await TaneProcess.run(
      ["emulate", "--exec", "true"] + arguments + EmulateTests.anyPorts,
      in: project.root
    )
  }
}
