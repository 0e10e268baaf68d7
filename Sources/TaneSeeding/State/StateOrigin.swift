import Crypto
import SystemPackage
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#endif

/// The origin of a state file, for detecting copies, which lack later writes.
struct StateOrigin: Sendable, Equatable {
  /// A digest of the machine's identifier, or nil if it has none, as in some containers.
  let machine: String?
  /// The file's path, with links resolved.
  let path: String
  /// The file's inode number, which changes if a folder is copied, but not if it is renamed.
  let inode: Int64

  /// Creates the origin of an existing file.
  init(of path: FilePath, on machine: String? = Self.machineDigest) throws {
    self.init(
      machine: machine,
      path: (try DiskFiles().canonicalPath(of: path) ?? path).string,
      inode: Int64(truncatingIfNeeded: try path.stat().inode.rawValue)
    )
  }

  init(machine: String?, path: String, inode: Int64) {
    (self.machine, self.path, self.inode) = (machine, path, inode)
  }

  /// Returns true if two origins belong to the same file, even if its folder was renamed, restored
  /// from a backup or mounted in a container.
  func isSame(as other: StateOrigin) -> Bool {
    if inode == other.inode, path == other.path { return true }
    if let machine, let other = other.machine, machine != other { return false }
    return inode == other.inode || path == other.path
  }

  /// A digest of the system's machine identifier; the identifier itself is not stored, for privacy.
  static let machineDigest: String? = {
    guard let identifier = systemIdentifier else { return nil }
    let digest = SHA256.hash(data: Array("tane \(identifier)".utf8))
    return TreeDigest.hexadecimal(digest.prefix(8))
  }()

  private static var systemIdentifier: String? {
    #if os(macOS)
    var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var wait = timespec()
    let result = withUnsafeMutablePointer(to: &bytes) {
      $0.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) }
    }
    return result == 0 ? UUID(uuid: bytes).uuidString : nil
    #elseif canImport(Darwin)
    // `gethostuuid` is not available on other Apple platforms.
    return nil
    #else
    guard let bytes = try? DiskFiles().bytes(of: "/etc/machine-id") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).filter(\.isHexDigit)
    return text.isEmpty ? nil : text
    #endif
  }
}
