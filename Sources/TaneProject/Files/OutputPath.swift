package import SystemPackage

/// The path of a file that a user has chosen for output.
package struct OutputPath: Sendable {
  /// The path to write, with links resolved if it is an existing file.
  package let target: FilePath
  /// A Boolean value indicating whether the path is a device or a pipe, such as `/dev/stdout`, which
  /// must be written to instead of replaced.
  package let isStream: Bool

  /// Resolves a path.
  package init(_ path: FilePath) {
    let type = (try? path.stat())?.type
    isStream = type != nil && type != .regular && type != .directory
    target = isStream ? path : (try? DiskFiles().canonicalPath(of: path)) ?? path
  }

  /// Returns true if the file is in a folder of a project's profiles, fixtures or local state, whose
  /// files output must not replace.
  package func isInFolder(usedBy project: Project) -> Bool {
    let folders = [
      project.environmentsDirectory, project.fixturesDirectory, project.stateDirectory,
    ]
    return folders.contains { folder in
      let folder = (try? project.files.canonicalPath(of: folder)) ?? folder
      let parent = target.removingLastComponent()
      let place = (try? project.files.canonicalPath(of: parent)) ?? parent
      return place.starts(with: folder)
    }
  }
}
