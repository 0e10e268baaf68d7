import Foundation
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The hidden temporary files of fixtures before they are put in place: `.tane-PROCESS-UUID`.
enum FixtureDraft {
  private static let prefix = ".tane-"

  /// Returns a new path in a folder.
  static func path(in folder: FilePath) -> FilePath {
    folder.appending("\(prefix)\(getpid())-\(UUID().uuidString)")
  }

  /// Removes the drafts below a folder that belong to processes that no longer exist.
  static func removeAbandoned(below folder: FilePath) {
    guard let names = FileManager.default.enumerator(atPath: folder.string) else { return }
    for case let name as String in names {
      guard let last = name.split(separator: "/").last, isAbandoned(last) else { continue }
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
    }
  }

  private static func isAbandoned(_ name: Substring) -> Bool {
    let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 1)
    guard name.hasPrefix(prefix), parts.count == 2, let process = pid_t(parts[0]),
      UUID(uuidString: String(parts[1])) != nil
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
