import SystemPackage
import TaneFixtureLanguage

/// The files that tags of fixtures name, all inside the project.
struct IncludedFiles {
  /// The most bytes of a file that a tag names.
  private static let maximumBytes = 256 * 1024 * 1024

  let project: Project

  /// Reads a file as a tag spells it: relative to the file that holds the tag or, with a slash in front, to the
  /// project.
  func read(
    _ path: String,
    _ origin: String
  ) throws(FixtureFileError) -> (name: String, bytes: [UInt8]) {
    let isFromProject = path.hasPrefix("/")
    let folder = isFromProject ? FilePath() : FilePath(origin).removingLastComponent()
    let relative = FilePath(isFromProject ? String(path.drop { $0 == "/" }) : path)
    let file = folder.pushing(relative).lexicallyNormalized()
    guard file.components.first?.kind != .parentDirectory, !file.isEmpty else {
      throw FixtureFileError("lies outside of the project; copy it into the project")
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
