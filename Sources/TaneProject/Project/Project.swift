public import SystemPackage
package import TaneCore

/// A project: the folder that contains `environments/`, with its files.
public struct Project: Sendable {
  /// The project's folder.
  public let root: FilePath
  /// The file system that stores the project.
  package let files: any ProjectFiles

  /// Creates the project in a folder on disk.
  public init(root: FilePath) { self.init(root: root, files: DiskFiles()) }

  /// Creates the project in a folder of a file system.
  package init(root: FilePath, files: any ProjectFiles) {
    self.root = root
    self.files = files
  }

  /// Returns the project of a folder: the folder itself or its nearest ancestor that contains
  /// `environments/`.
  ///
  /// Returns nil if there is no such folder.
  package static func locate(
    from folder: FilePath,
    files: any ProjectFiles = DiskFiles()
  ) -> Project? {
    guard var folder = try? files.canonicalPath(of: folder) else { return nil }
    while true {
      let project = Project(root: folder, files: files)
      if (try? files.kind(of: project.environmentsDirectory)) == .folder { return project }
      guard folder.removeLastComponent() else { return nil }
    }
  }

  /// The folder of the environment profiles, `environments`.
  package var environmentsDirectory: FilePath { root.appending(Self.environments) }

  /// The folder of the fixture sets, `fixtures`.
  package var fixturesDirectory: FilePath { root.appending(Self.fixtures) }

  /// The folder of local state, `.tane`, which is never committed.
  package var stateDirectory: FilePath { root.appending(StateFolder.name) }

  package static let environments = "environments"
  package static let fixtures = "fixtures"

  /// Returns the absolute path of a path relative to the project.
  package func absolute(_ path: FilePath) -> FilePath { root.pushing(path) }

  /// Returns the digest of the file at a path in the project, or nil if the file does not exist.
  package func digest(of path: FilePath) throws(FileError) -> BlobDigest? {
    try files.digest(of: absolute(path))
  }

  /// Throws an error if a link on a path points outside of the project; the path itself need not
  /// exist.
  package func checkIsInside(_ path: FilePath) throws(FileError) {
    guard let root = try files.canonicalPath(of: root) else { throw FileError("no such folder") }
    var place = absolute(path)
    while place != self.root {
      if let found = try files.canonicalPath(of: place) {
        guard found.isWithin(root) else {
          throw FileError("\(path) passes through a link to \(found), outside the project")
        }
        return
      }
      guard place.removeLastComponent() else { return }
    }
  }
}
