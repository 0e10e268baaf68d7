import Foundation
import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Credentials that others can get at")
struct CredentialCheckTests {
  private static let readable =
    "environments/local.yaml:2:14: warning: other users of this machine can read the key file that"
    + " \"credentials\" names; run chmod 600 on it [exposed-credentials]"
  private static let inProject =
    "environments/local.yaml:2:14: warning: the key file that \"credentials\" names lies in the project's"
    + " folder, where it is easily committed; move it out of the project, and make sure that Git ignores it"
    + " [exposed-credentials]"

  private func messages(
    key: FilePath,
    permissions: Int,
    in folder: FilePath
  ) throws -> [String] {
    let root = folder.appending("project")
    try makeFolder(root.appending("environments"))
    let profile = root.appending("environments").appending("local.yaml")
    try Data("databases: { shops: embedded:shops }\ncredentials: ${KEY}\n".utf8)
      .write(to: URL(filePath: profile.string))
    try Data("{}".utf8).write(to: URL(filePath: key.string))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: key.string
    )
    return EnvironmentProfiles.load(
      from: Project(root: root),
      variables: ["KEY": key.string]
    ).messages
  }

  @Test("a key file that others can read, or that lies in the project")
  func files() throws {
    try withTemporaryFolder { folder in
      let outside = folder.appending("key.json")
      let safe = try messages(key: outside, permissions: 0o600, in: folder)
      #expect(safe == [])
      #expect(try messages(key: outside, permissions: 0o640, in: folder) == [Self.readable])
      #expect(try messages(key: outside, permissions: 0o604, in: folder) == [Self.readable])
      let inside = folder.appending("project").appending("key.json")
      #expect(try messages(key: inside, permissions: 0o600, in: folder) == [Self.inProject])
      #expect(
        try messages(key: inside, permissions: 0o644, in: folder).sorted()
          == [Self.inProject, Self.readable].sorted()
      )
    }
  }

  @Test("a token that a variable holds is where it belongs")
  func variable() {
    let demo = DemoFiles([
      "environments/a.yaml": "credentials: ${TOKEN}\ndatabases: { shops: embedded:shops }"
    ])
    #expect(demo.profiles(["TOKEN": "ya29.hunter2"]).messages == [])
  }
}
