import Foundation
import SystemPackage

/// The changes of a `tane init` run to files and folders, which are reverted if the run fails.
struct InitChanges {
  private var reversals: [() -> Void] = []

  /// Creates a folder and its missing ancestors.
  mutating func createFolder(_ folder: FilePath) throws {
    var missing: [FilePath] = []
    var place = folder
    while !FileManager.default.fileExists(atPath: place.string) {
      missing.append(place)
      guard place.removeLastComponent() else { break }
    }
    for folder in missing.reversed() {
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: false
      )
      reversals.append { rmdir(folder.string) }
    }
  }

  /// Creates a file, or appends to an existing one if `isAddition` is true; never overwrites a
  /// file.
  mutating func write(_ text: String, to path: FilePath, isAddition: Bool) throws {
    try createFolder(path.removingLastComponent())
    let size = isAddition ? try path.stat().size : nil
    let file = try FileDescriptor.open(
      path,
      .writeOnly,
      options: isAddition ? [.append] : [.create, .exclusiveCreate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead]
    )
    reversals.append {
      if let size { truncate(path.string, off_t(size)) } else { unlink(path.string) }
    }
    try file.closeAfter { _ = try file.writeAll(text.utf8) }
  }

  /// Registers a folder that other code will create or fill; reverting empties the folder, and
  /// removes it if it did not exist before.
  mutating func registerFolder(_ folder: FilePath) {
    let isThere = FileManager.default.fileExists(atPath: folder.string)
    reversals.append {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
      for name in names {
        try? FileManager.default.removeItem(atPath: folder.appending(name).string)
      }
      if !isThere { rmdir(folder.string) }
    }
  }

  /// Reverts all changes, the last one first.
  mutating func revert() {
    reversals.reversed().forEach { $0() }
    reversals = []
  }
}
