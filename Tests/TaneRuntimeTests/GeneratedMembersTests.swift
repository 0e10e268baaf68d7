import Foundation
import SystemPackage
import TaneProject
import Testing

@Suite("Generated code alongside TaneFirebase")
struct GeneratedMembersTests {
  @Test(
    "Generated code has a typed member for each database and bucket",
    arguments: ["5", "6"]
  )
  func members(mode: String) async throws {
    var files = InMemoryFiles()
    files.write(
      "databases: { shops: embedded:shops, \"my-users\": embedded:users }\nbuckets: { images: embedded:images }\n",
      to: "/demo/environments/local.yaml"
    )
    let profiles = EnvironmentProfiles.load(
      from: Project(root: "/demo", files: files),
      variables: [:]
    )
    let local = try profiles.profile(named: "local")
    let code = try SwiftExport(of: [local], among: profiles, managers: true).text().text
    // Only declared members satisfy a protocol's requirements, not dynamic member lookup.
    let use = """
      import TaneFirebase
      protocol Databases { var shopsReference: DatabaseReference { get }; var myUsersReference: DatabaseReference { get } }
      protocol Buckets { var imagesReference: StorageReference { get } }
      extension RealtimeDatabaseManager: Databases {}
      extension FirebaseStorageManager: Buckets {}
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-members-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = ["Generated.swift": code, "Use.swift": use].map { name, text in
      let file = folder.appending(path: name)
      return (file, text)
    }
    for (file, text) in sources { try Data(text.utf8).write(to: file) }
    let (status, output) = try await OutsideCode.check(sources.map(\.0), mode: mode)
    #expect(status == 0, "\(output)")
  }
}
