import Foundation
package import SystemPackage

/// The folder of local state, `.tane`, which only its owner can read and Git ignores.
package enum StateFolder {
  static let name = ".tane"

  /// Creates the folders above a file of local state so that only their owner can access them
  /// (0700), and makes Git ignore the content of `.tane`.
  ///
  /// The permissions of existing folders are restricted. If the path does not contain `.tane`,
  /// missing folders are created with default permissions.
  ///
  /// - Throws: The error from the file system if a folder cannot be created or restricted.
  package static func make(above file: FilePath) throws {
    let folders = file.string.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let index = folders.lastIndex { $0 == name } ?? folders.endIndex
    let above = folders[..<index].joined(separator: "/")
    if !above.isEmpty {
      try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    }
    for end in folders.indices[index...] {
      let path = folders[...end].joined(separator: "/")
      try createPrivateFolder(path)
      if folders[end] == name { try ignore(path) }
    }
  }

  /// Restricts a file of local state to its owner (0600).
  package static func restrict(_ file: FilePath) throws {
    try restrictPermissions(file.string, to: 0o600)
  }

  private static func createPrivateFolder(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try restrictPermissions(folder, to: 0o700)
  }

  private static func restrictPermissions(_ path: String, to permissions: Int) throws {
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    guard let found = (found as? NSNumber)?.intValue, found & ~permissions != 0 else { return }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  private static func ignore(_ folder: String) throws {
    let file = folder + "/.gitignore"
    guard !FileManager.default.fileExists(atPath: file) else { return }
    try Data("*\n".utf8).write(to: URL(filePath: file), options: .atomic)
    try restrictPermissions(file, to: 0o600)
  }
}
