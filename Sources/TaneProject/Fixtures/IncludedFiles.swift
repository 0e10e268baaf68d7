import SystemPackage

/// The files in the project that fixture tags refer to.
struct IncludedFiles {
  /// The maximum size of a file in bytes.
  private static let maximumBytes = 256 * 1024 * 1024

  let project: Project

  /// Reads a file whose path is relative to the file with the tag, or, if the path begins with a
  /// slash, to the project.
  func read(
    _ path: String,
    _ origin: String
  ) throws(FixtureFileError) -> (name: String, bytes: [UInt8]) {
    let isFromProject = path.hasPrefix("/")
    let folder = isFromProject ? FilePath() : FilePath(origin).removingLastComponent()
    let relative = FilePath(isFromProject ? String(path.drop { $0 == "/" }) : path)
    let file = folder.pushing(relative).lexicallyNormalized()
    guard file.components.first?.kind != .parentDirectory, !file.isEmpty else {
      throw FixtureFileError("is outside the project; copy it into the project")
    }
    do {
      if let bytes = try project.bytes(of: file, upTo: Self.maximumBytes) {
        return (file.string, bytes)
      }
    } catch {
      throw FixtureFileError("cannot be read: \(error.reason)")
    }
    throw FixtureFileError("does not exist: there is no file \(file)")
  }
}
