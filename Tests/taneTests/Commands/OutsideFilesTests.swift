import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(
  "Files outside the project"
)
struct OutsideFilesTests {
  private static let profile =
    "databases: { shops: embedded:shops }\nbuckets: { images: embedded:images }"
  private static let files = [
    "environments/local.yaml": profile, "fixtures/base/databases/shops.yaml": "a: 1",
  ]

  /// A project with a file next to it whose content must not be shown.
  private final class Guarded {
    let project: TemporaryProject
    let secret: URL

    init(_ files: [String: String] = OutsideFilesTests.files) throws {
      project = try TemporaryProject(files)
      secret = project.root.deletingLastPathComponent()
        .appending(path: "\(project.root.lastPathComponent)-secret.yaml")
      try Data("hunter2".utf8).write(to: secret)
    }

    deinit { try? FileManager.default.removeItem(at: secret) }

    func link(_ path: String) throws {
      let link = project.root.appending(path: path)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: secret)
    }

    func pipe(_ path: String) throws {
      let pipe = project.root.appending(path: path)
      try FileManager.default.createDirectory(
        at: pipe.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try? FileManager.default.removeItem(at: pipe)
      #expect(mkfifo(pipe.path, 0o600) == 0)
    }
  }

  private static let readers: [(path: String, arguments: [String])] = [
    ("environments/local.yaml", ["env", "list"]),
    ("fixtures/mappings.yaml", ["validate"]),
    ("fixtures/base/databases/shops.yaml", ["seed", "-n"]),
    ("fixtures/base/buckets/images/a.bin", ["seed", "-n"]),
    ("baseline.yaml", ["validate", "--baseline", "baseline.yaml"]),
    ("left.yaml", ["diff", "left.yaml", "fixtures/base/databases/shops.yaml"]),
    ("data/left.yaml", ["diff", "data", "fixtures/base/databases"]),
  ]

  @Test("A link out of the project is not read", arguments: readers.indices)
  func links(reader: Int) async throws {
    let guarded = try Guarded()
    let (path, arguments) = Self.readers[reader]
    try guarded.link(path)
    let result = try await TaneProcess.run(arguments, in: guarded.project.root, variables: [:])
    #expect(result.status != 0)
    #expect(!(result.output + result.errors).contains("hunter2"))
    #expect(
      (result.output + result.errors).contains(
        "points outside the project, to \(guarded.secret.path)"
      ),
      "\(result)"
    )
  }

  @Test("A pipe in the project is rejected without waiting", arguments: readers.indices)
  func pipes(reader: Int) async throws {
    let guarded = try Guarded()
    let (path, arguments) = Self.readers[reader]
    // A pipe that is named explicitly is read.
    guard path != "left.yaml" else { return }
    try guarded.pipe(path)
    let result = try await TaneProcess.run(arguments, in: guarded.project.root, variables: [:])
    #expect(result.status != 0)
    #expect((result.output + result.errors).contains("neither a file nor a folder"), "\(result)")
  }

  @Test(
    "A fixtures folder that is a link out of the project is rejected",
    arguments: ["fixtures", "fixtures/base"]
  )
  func folders(path: String) async throws {
    let guarded = try Guarded(["environments/local.yaml": Self.profile])
    let outside = try TemporaryProject([
      "base/databases/shops.yaml": "a: hunter2", "databases/shops.yaml": "a: hunter2",
    ])
    let link = guarded.project.root.appending(path: path)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside.root)
    let result = try await guarded.project.tane("seed", "-n")
    #expect(result.status == 2)
    #expect(
      (result.output + result.errors).contains(
        "a link points outside the project, to \(outside.root.path); replace it with a copy of its "
          + "target"
      ),
      "\(result)"
    )
  }

  @Test("Explicitly named files outside the project and pipes are read")
  func named() async throws {
    let guarded = try Guarded()
    let outside = try await guarded.project.tane(
      "diff",
      "fixtures/base/databases/shops.yaml",
      guarded.secret.path
    )
    #expect(outside.status == 1)
    #expect(outside.output.contains("hunter2"))
    let left = guarded.project.root.appending(path: "left.yaml").path
    #expect(mkfifo(left, 0o600) == 0)
    let writer = Thread { try? Data("a: 2".utf8).write(to: URL(filePath: left)) }
    writer.start()
    let pipe = try await guarded.project.tane(
      "diff",
      "left.yaml",
      "fixtures/base/databases/shops.yaml"
    )
    #expect(pipe.status == 1)
    #expect(pipe.output.contains("/a"))
  }
}
