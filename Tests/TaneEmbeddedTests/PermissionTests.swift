import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Permissions of embedded files")
struct PermissionTests {
  private static let suffixes = ["", "-wal", "-shm"]

  private func permissions(of path: FilePath) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  private func set(_ permissions: Int, of path: FilePath) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: path.string
    )
  }

  @Test("A new file and its folders are private to their owner")
  func made() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(".tane/embedded/local.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await environment.database("shops").set(Tree(1), at: "/a")
      for suffix in Self.suffixes {
        #expect(try permissions(of: FilePath("\(path)\(suffix)")) == 0o600, "\(suffix)")
      }
      #expect(try permissions(of: folder.appending(".tane")) == 0o700)
      #expect(try permissions(of: folder.appending(".tane/embedded")) == 0o700)
    }
  }

  @Test(
    "Existing files with wider permissions are made private",
    arguments: [.readOnly, .readWrite] as [EmbeddedEnvironment.Access]
  )
  func narrowed(access: EmbeddedEnvironment.Access) async throws {
    try await withTemporaryFolder { outer in
      // This also holds if the project itself is below a folder with that name.
      let folder = outer.appending(".tane/project")
      let path = folder.appending(".tane/embedded/local.sqlite")
      let holder = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await holder.database("shops").set(Tree(1), at: "/a")
      for suffix in Self.suffixes { try set(0o664, of: FilePath("\(path)\(suffix)")) }
      for name in ["", ".tane", ".tane/embedded"] { try set(0o775, of: folder.appending(name)) }
      let environment = try EmbeddedEnvironment(path: path, access: access)
      #expect(try await environment.database("shops").tree(at: "/a") == Tree(1))
      for suffix in Self.suffixes {
        #expect(try permissions(of: FilePath("\(path)\(suffix)")) == 0o600, "\(suffix)")
      }
      #expect(try permissions(of: folder.appending(".tane")) == 0o700)
      #expect(try permissions(of: folder.appending(".tane/embedded")) == 0o700)
      // The project's own folder is not one of Tane's folders.
      #expect(try permissions(of: folder) == 0o775)
    }
  }
}
