import Foundation
import TestSupport
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("tane emulate --export-on-exit")
struct EmulateExportTests {
  private static let metadata = "firebase-export-metadata.json"

  @Test("Exporting into the project, its folders, their parents or the home folder is rejected")
  func protected() async throws {
    let project = try TemporaryProject()
    let root = project.root.path
    try project.write("{}", to: Self.metadata)
    try project.write("[core]", to: ".git/config")
    try project.write("let a = 1", to: "Sources/a.swift")
    try FileManager.default.createSymbolicLink(
      at: project.root.appending(path: "link"),
      withDestinationURL: project.root
    )
    let cases: [(String, String, String)] = [
      (".", root, "is the project's folder"),
      ("link", root, "is the project's folder"),
      ("..", project.root.deletingLastPathComponent().path, "contains the project"),
      ("/", "/", "contains the project"),
      ("environments", "\(root)/environments", "is in the project's environments"),
      ("link/fixtures/base", "\(root)/fixtures/base", "is in the project's fixtures"),
      (".tane/export", "\(root)/.tane/export", "is in the project's .tane"),
      (".git", "\(root)/.git", "is in the project's .git"),
    ]
    for (argument, path, reason) in cases {
      let result = try await emulate(["--export-on-exit", argument], in: project)
      #expect(result.status == 64)
      #expect(
        result.errors == """
          error: \(path) \(reason); an export replaces everything in its folder: use a separate \
          folder

          """
      )
    }
    #expect(try project.read("Sources/a.swift") == "let a = 1")
    #expect(try project.read(".git/config") == "[core]")
    #expect(project.exists("environments/local.yaml"))
    #expect(!project.exists(".tane"))
  }

  @Test("Exporting into the home folder or its parents is rejected")
  func home() async throws {
    let project = try TemporaryProject()
    let home = try TemporaryProject([Self.metadata: "{}", "people/ann/notes.txt": "mine"])
    for (folder, reason) in [("people/ann", "is"), ("people", "contains"), ("", "contains")] {
      let path = home.root.appending(path: folder).path
      let result = try await emulate(
        ["--export-on-exit", path],
        in: project,
        variables: ["HOME": home.root.appending(path: "people/ann").path]
      )
      #expect(result.status == 64)
      #expect(result.errors.contains("\(reason) the home folder; an export replaces"))
    }
    #expect(try home.read("people/ann/notes.txt") == "mine")
  }

  @Test("Exporting over foreign files is rejected and removes nothing")
  func foreign() async throws {
    let project = try TemporaryProject()
    try project.write(#"{"database": {"path": "rtdb"}}"#, to: "out/\(Self.metadata)")
    try project.write("1", to: "out/rtdb/shops.json")
    try project.write("mine", to: "out/notes.txt")
    let result = try await emulate(["--export-on-exit", "out"], in: project)
    #expect(result.status == 64)
    #expect(
      result.errors == """
        error: \(project.root.path)/out contains files that are not part of the export (notes.txt) \
        and would be lost; move them elsewhere, or use another folder

        """
    )
    #expect(try project.read("out/notes.txt") == "mine")
    try project.remove("out/notes.txt")
    #expect(try await emulate(["--export-on-exit", "out"], in: project).status == 0)
    #expect(try project.read("out/database_export/shops.json") == "null")
    #expect(!project.exists("out/rtdb"))
    #expect(try project.names().filter { $0.contains("out") } == ["out"])
  }

  @Test("Both exports are kept if the folder cannot be replaced")
  func kept() async throws {
    let project = try TemporaryProject()
    #expect(try await emulate(["--seed", "--export-on-exit", "out"], in: project).status == 0)
    let old = try project.read("out/database_export/shops.json")
    let accounts = project.root.appending(path: "out/auth_export/accounts.json").path
    let attributes = try FileManager.default.attributesOfItem(atPath: accounts)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let result = try await emulate(
      ["--export-on-exit", "out", "--exec", "echo mine > out/notes.txt"],
      in: project
    )
    #expect(result.status == 2)
    let draft = try #require(try project.names().first { $0.hasPrefix(".out.draft-") })
    #expect(
      result.errors == """
        stopping…
        error: \(project.root.path)/out contains files that are not part of the export (notes.txt) \
        and would be lost; move them elsewhere, or use another folder; the complete export is in \
        \(project.root.path)/\(draft)

        """
    )
    #expect(try project.read("out/notes.txt") == "mine\n")
    #expect(try project.read("out/database_export/shops.json") == old)
    #expect(try project.read("\(draft)/database_export/shops.json") == "null")
  }

  @Test("The previous export of a killed run is restored")
  func recovered() async throws {
    let project = try TemporaryProject()
    #expect(try await emulate(["--seed", "--export-on-exit", "out"], in: project).status == 0)
    let old = try project.read("out/database_export/shops.json")
    // The state after a run that was killed between the two moves.
    try project.move("out", to: ".out.replaced")
    let imported = try await emulate(["--import", "out", "--export-on-exit", "new"], in: project)
    #expect(imported.status == 0)
    #expect(try project.read("out/database_export/shops.json") == old)
    #expect(try project.read("new/database_export/shops.json") == old)
    // The state after a run that was killed after both moves.
    try project.move("new", to: ".out.replaced")
    #expect(try await emulate(["--export-on-exit", "out"], in: project).status == 0)
    #expect(try project.read("out/database_export/shops.json") == "null")
    #expect(try project.names().filter { $0.contains("out") } == ["out"])
  }

  @Test("Unsupported parts of an import are exported unchanged")
  func carried() async throws {
    let project = try TemporaryProject()
    let metadata = """
      {"version": "15.1.0", "other": {"version": "1.19.8", "path": "other_export", "file": "all"}, \
      "database": {"path": "database_export"}, "dataconnect": {"path": "dataconnect_export"}}
      """
    try project.write(metadata, to: "out/\(Self.metadata)")
    try project.write("{}", to: "out/database_export/shops.json")
    let bytes = Data((0...255).map { UInt8($0) })
    try project.write(bytes, to: "out/other_export/all/output-0")
    try project.write("dump", to: "out/dataconnect_export/dump")

    let refused = try await emulate(["--export-on-exit", "out"], in: project)
    #expect(refused.status == 64)
    let path = "\(project.root.path)/out"
    #expect(
      refused.errors == """
        error: \(path) is an export that contains the part "dataconnect" and the part "other", \
        which Tane cannot write; add --import \(path) to copy it unchanged, or export to another \
        folder

        """
    )

    for _ in 0..<2 {
      let result = try await emulate(["--import", "out", "--export-on-exit", "out"], in: project)
      #expect(result.status == 0)
      #expect(
        result.errors
          == """
          imported 1 database from out
          skipped the data of "dataconnect", which has an unsupported format; it will be copied \
          unchanged into the new export
          skipped the data of "other", which has an unsupported format; it will be copied \
          unchanged into the new export
          stopping…
          wrote the data to \(path)

          """.replacing("imported 1 database", with: result.tookOver)
      )
    }
    #expect(try project.data("out/other_export/all/output-0") == bytes)
    #expect(try project.read("out/dataconnect_export/dump") == "dump")
    let written = try project.read("out/\(Self.metadata)")
    #expect(written.contains(#""file": "all""#))
    #expect(written.contains(#""path": "dataconnect_export""#))
  }

  @Test("An export contains the documents of every database, which another run can import")
  func documents() async throws {
    let project = try TemporaryProject()
    try project.write(
      "databases:\n  shops: embedded:shops\nfirestore: embedded:docs\n",
      to: "environments/local.yaml"
    )
    try project.write(
      "name: a\nat: !timestamp 2026-01-02T03:04:05.678901Z\nnext: !reference shops/b\nmap: { n: 1, d: 1.0 }\n",
      to: "fixtures/base/firestore/shops/a.yaml"
    )
    try project.write("{}\n", to: "fixtures/base/firestore/shops/none/below/c.yaml")
    let place = "http://$FIRESTORE_EMULATOR_HOST/v1/projects"
    let other = "\(place)/elsewhere/databases/other/documents/c/d"
    let write = #"curl -s -o /dev/null -X PATCH -d '{"fields":{"x":{"nullValue":null}}}' "#
    let result = try await emulate(
      ["--seed", "--export-on-exit", "out", "--exec", write + other],
      in: project
    )
    #expect(result.status == 0)
    #expect(
      result.errors == """
        seeded 4 values, 2 documents
        note: a client uses the project "elsewhere", which is not part of local; its data is \
        stored separately
        stopping…
        wrote the data to \(project.root.path)/out

        """
    )
    let metadata = try project.read("out/\(Self.metadata)")
    #expect(
      metadata.contains(
        #""metadata_file": "firestore_export/firestore_export.overall_export_metadata""#
      )
    )
    let taken = try await TaneProcess.run(
      ["emulate", "--import", "out", "--exec", "curl -s \(other)"] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(
      taken.errors.hasPrefix("imported 1 database, 3 documents, 0 accounts, 0 objects from out\n"),
      "\(taken.errors)"
    )
    #expect(taken.output.contains(#""fields":{"x":{"nullValue":null}}"#))
    #expect(try await project.tane("diff").status == 0)
    // If the export has two databases, neither is used for another project.
    try project.write(
      "project: third\ndatabases:\n  shops: embedded:shops\nfirestore: embedded:docs\n",
      to: "environments/local.yaml"
    )
    let pulled = try await project.tane("pull", "firestore:/", "--from", "out")
    #expect(pulled.status == 64)
    #expect(
      pulled.errors == """
        error: out contains no data of projects/third/databases/(default), but it contains the \
        Firestore databases projects/demo-local/databases/(default), \
        projects/elsewhere/databases/other; choose the matching environment with -e

        """
    )
  }

  @Test("An export omits and names documents that cannot be written")
  func unwritable() async throws {
    let project = try TemporaryProject()
    try project.write(
      "databases:\n  shops: embedded:shops\nfirestore: embedded:docs\n",
      to: "environments/local.yaml"
    )
    try project.write("name: a\n", to: "fixtures/base/firestore/shops/a.yaml")
    #expect(try await project.tane("seed").status == 0)
    // The emulator rejects such a reference, but an older store may contain it.
    let embedded = try EmbeddedEnvironment(
      path: FilePath(project.root.path).appending(".tane/embedded/local.sqlite"),
      access: .readWrite
    )
    let fields: DocumentFields = ["x": .reference("nowhere")]
    try await embedded.documents("docs").commit([
      DocumentWrite(path: DocumentPath(["c", "d"]), operation: .update(fields, mask: nil))
    ])
    let result = try await TaneProcess.run(
      ["emulate", "--export-on-exit", "out", "--exec", "true"] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(result.status == 4)
    #expect(
      result.errors.hasSuffix(
        """
        stopping…
        error: 1 document could not be exported: c/d: a reference does not point to a document: \
        nowhere; everything else was exported

        """
      ),
      "\(result.errors)"
    )
    let taken = try await TaneProcess.run(
      ["emulate", "--import", "out", "--exec", "true"] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(taken.errors.contains("1 document,"), "\(taken.errors)")
  }

  @Test(
    "Documents of a Google emulator's export of another project replace existing ones"
  )
  func foreignDocuments() async throws {
    let project = try TemporaryProject()
    try project.write("firestore: embedded:docs\n", to: "environments/local.yaml")
    try project.remove("fixtures/base/databases")
    try project.write("name: a\n", to: "fixtures/base/firestore/shops/a.yaml")
    #expect(try await project.tane("seed").status == 0)
    try project.write(
      #"{"version": "9.9.0", "firestore": {"version": "1.11.14", "path": "firestore_export"}}"#,
      to: "in/\(Self.metadata)"
    )
    let output = "in/firestore_export/all_namespaces/all_kinds/output-0"
    try project.write(Data(FirestoreExportSample.emulated), to: output)
    let place =
      "http://$FIRESTORE_EMULATOR_HOST/v1/projects/demo-local/databases/(default)/documents"
    let command =
      "curl -s '\(place)/posts/p1/comments/c1?mask.fieldPaths=r'; curl -s '\(place)/shops/a'"
      .replacing("'", with: "\"")
    let taken = try await TaneProcess.run(
      ["emulate", "--import", "in", "--exec", command] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(taken.errors.hasPrefix("imported 2 documents from in\n"), "\(taken.errors)")
    #expect(
      taken.output.contains(
        #""r":{"referenceValue":"projects/demo-local/databases/(default)/documents/users/u1"}"#
      ),
      "\(taken.output)"
    )
    #expect(taken.output.contains("NOT_FOUND"))
    try project.write(Data(FirestoreExportSample.emulated.dropLast()), to: output)
    let cut = try await TaneProcess.run(
      ["emulate", "--import", "in", "--exec", "true"] + EmulateTests.anyPorts,
      in: project.root
    )
    #expect(cut.status == 2)
    #expect(
      cut.errors.contains("\(output) cannot be used: it is damaged or truncated at byte"),
      "\(cut.errors)"
    )
  }

  private func emulate(
    _ arguments: [String],
    in project: TemporaryProject,
    variables: [String: String] = [:]
  ) async throws -> TaneProcess.Result {
    let command = arguments.contains("--exec") ? [] : ["--exec", "true"]
    return try await TaneProcess.run(
      ["emulate", "--in-memory"] + arguments + command + EmulateTests.anyPorts,
      in: project.root,
      variables: variables
    )
  }
}

extension TemporaryProject {
  /// Returns the names in the project's folder, including hidden ones.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  func move(_ path: String, to other: String) throws {
    try FileManager.default.moveItem(
      at: root.appending(path: path),
      to: root.appending(path: other)
    )
  }
}

extension TaneProcess.Result {
  /// The first note about the imported data; a second import finds more, because an export contains
  /// all parts.
  fileprivate var tookOver: String {
    String(errors.prefix { $0 != "\n" }.replacing(" from out", with: ""))
  }
}
