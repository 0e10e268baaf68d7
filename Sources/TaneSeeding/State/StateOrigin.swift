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

/// Where a state file was made: a copy of it elsewhere knows nothing of what was written since.
struct StateOrigin: Sendable, Equatable {
  /// Stands for the machine; nil where it has no identifier, as a container may have none.
  let machine: String?
  /// The file, with no link in its path.
  let path: String
  /// The file's number in its file system: a folder that is renamed keeps it, a copy does not.
  let inode: Int64

  /// What is so of a file that is there.
  init(of path: FilePath, on machine: String? = Self.machineIdentifier) throws {
    self.init(
      machine: machine,
      path: (try DiskFiles().canonicalPath(of: path) ?? path).string,
      inode: Int64(truncatingIfNeeded: try path.stat().inode.rawValue)
    )
  }

  init(machine: String?, path: String, inode: Int64) {
    (self.machine, self.path, self.inode) = (machine, path, inode)
  }

  /// Whether a file that was made here is still the same one there: a folder may be renamed, put back from a backup,
  /// or seen by a container.
  func isSame(as other: StateOrigin) -> Bool {
    if inode == other.inode, path == other.path { return true }
    if let machine, let other = other.machine, machine != other { return false }
    return inode == other.inode || path == other.path
  }

  /// A digest of what the system calls the machine: the identifier itself is nobody else's business.
  static let machineIdentifier: String? = {
    guard let identifier = systemIdentifier else { return nil }
    let digest = SHA256.hash(data: Array("tane \(identifier)".utf8))
    return TreeDigest.hexadecimal(digest.prefix(8))
  }()

  private static var systemIdentifier: String? {
    #if canImport(Darwin)
    var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var wait = timespec()
    let result = withUnsafeMutablePointer(to: &bytes) {
      $0.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) }
    }
    return result == 0 ? UUID(uuid: bytes).uuidString : nil
    #else
    guard let bytes = try? DiskFiles().bytes(of: "/etc/machine-id") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).filter(\.isHexDigit)
    return text.isEmpty ? nil : text
    #endif
  }
}
