import Foundation
import SystemPackage

/// The hidden temporary files of fixtures before they are put in place: `.tane-UUID`.
enum FixtureDraft {
  private static let prefix = ".tane-"

  static func path(in folder: FilePath) -> FilePath {
    folder.appending("\(prefix)\(UUID().uuidString)")
  }

  /// Removes all drafts below a folder; the caller must hold the lock (`FixtureJournal`), so that
  /// no other process is using a draft.
  static func removeAll(below folder: FilePath) {
    guard let names = FileManager.default.enumerator(atPath: folder.string) else { return }
    for case let name as String in names {
      guard let last = name.split(separator: "/").last, isDraft(last) else { continue }
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
    }
  }

  private static func isDraft(_ name: Substring) -> Bool {
    // An earlier version of Tane wrote the number of the process before the UUID.
    name.hasPrefix(prefix) && UUID(uuidString: String(name.suffix(36))) != nil
  }
}
