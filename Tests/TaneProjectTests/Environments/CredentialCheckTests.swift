import Foundation
import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Exposed credentials")
struct CredentialCheckTests {
  private static let readable =
    "environments/local.yaml:2:14: warning: other users of this machine can read the key file in "
    + "\"credentials\"; run chmod 600 on it [exposed-credentials]"
  private static let inProject =
    "environments/local.yaml:2:14: warning: the key file in \"credentials\" is in the project's "
    + "folder, where it could be committed by mistake; move it out of the project, and make sure "
    + "that Git ignores it [exposed-credentials]"

  private func messages(
    key: FilePath,
    permissions: Int,
    in folder: FilePath,
    named name: String? = nil,
    holding text: String = "{}",
    gitIgnores: Bool? = nil
  ) throws -> [String] {
    let root = folder.appending("project")
    try makeFolder(root.appending("environments"))
    let profile = root.appending("environments").appending("local.yaml")
    try Data("databases: { shops: embedded:shops }\ncredentials: ${KEY}\n".utf8)
      .write(to: URL(filePath: profile.string))
    try Data(text.utf8).write(to: URL(filePath: key.string))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: key.string
    )
    return EnvironmentProfiles.load(
      from: Project(root: root),
      variables: ["KEY": name ?? key.string],
      gitIgnores: { _ in gitIgnores }
    ).messages
  }

  @Test("A key file that others can read or that is inside the project causes a warning")
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

  @Test("A relative key path starts from the project's folder")
  func relative() throws {
    try withTemporaryFolder { folder in
      let key = folder.appending("project").appending("key.json")
      let found = try messages(key: key, permissions: 0o600, in: folder, named: "./key.json")
      #expect(found == [Self.inProject])
      let outside = folder.appending("key.json")
      let other = try messages(key: outside, permissions: 0o604, in: folder, named: "../key.json")
      #expect(other == [Self.readable])
    }
  }

  @Test("A key file in a repository causes a warning unless Git ignores it")
  func repositories() throws {
    try withTemporaryFolder { folder in
      let inside = folder.appending("project").appending("key.json")
      let outside = folder.appending("key.json")
      for key in [inside, outside] {
        let ignored = try messages(key: key, permissions: 0o600, in: folder, gitIgnores: true)
        #expect(ignored == [])
        let found = try messages(key: key, permissions: 0o600, in: folder, gitIgnores: false)
        #expect(
          found == [
            "environments/local.yaml:2:14: warning: the key file in \"credentials\" is in a Git "
              + "repository that does not ignore it; move it out of the repository, and revoke the "
              + "key if it was committed [exposed-credentials]"
          ]
        )
      }
    }
  }

  @Test("A workload identity configuration without a secret may be committed")
  func configurations() throws {
    try withTemporaryFolder { folder in
      let inside = folder.appending("project").appending("identity.json")
      let text = #"{"type":"external_account","credential_source":{"file":"/token"}}"#
      #expect(try messages(key: inside, permissions: 0o644, in: folder, holding: text) == [])
      let secret = #"{"type":"external_account","client_secret":"planted"}"#
      let found = try messages(key: inside, permissions: 0o600, in: folder, holding: secret)
      #expect(found == [Self.inProject])
    }
  }

  @Test("A token in a variable causes no warning")
  func variable() {
    let demo = DemoFiles([
      "environments/a.yaml": "credentials: ${TOKEN}\ndatabases: { shops: embedded:shops }"
    ])
    #expect(demo.profiles(["TOKEN": "ya29.hunter2"]).messages == [])
  }
}
