import SystemPackage
import TaneCore
import TaneFormats

/// A fixture file of a tree, as it was read: what databases and documents have in common.
struct FixtureFile {
  /// The tree; nil where there is none to go on with.
  let tree: Tree?
  /// What is to be said of the file.
  let diagnostics: [Diagnostic]
  /// Whether there was a file to read.
  let wasRead: Bool

  /// Reads the file of a listing's entry.
  init(_ entry: FileListing.Entry, as format: TreeFormat, in project: Project) {
    do {
      let result = try project.files.readTree(
        of: project.absolute(entry.path),
        named: entry.path.string,
        as: format
      )
      tree = result?.tree
      diagnostics =
        result?.diagnostics
        ?? [.error(.unreadableFile, "this file went away", at: entry.place)]
      wasRead = result != nil
    } catch {
      (tree, wasRead) = (nil, false)
      diagnostics = [.unreadable(entry.path.string, error)]
    }
  }
}
