#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits until files and folders are on the disk, where a power failure cannot take them.
package enum DiskFlush {
  /// A failure of the file system, by the system's number.
  package struct Failure: Error {
    /// The system's number, 0 where there was no failure.
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }

    /// Whether the disk is full, or the user's part of it.
    package var isDiskFull: Bool { errno == ENOSPC || errno == EDQUOT }
  }

  /// Waits until the bytes of a file, or the names in a folder, are on the disk.
  package static func flush(path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno: errno) }
    defer { close(descriptor) }
    try flush(descriptor: descriptor)
  }

  /// Waits until the bytes of an open file are on the disk.
  package static func flush(descriptor: Int32) throws(Failure) {
    #if canImport(Darwin)
    // There, fsync leaves the bytes in the memory of the drive.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems know no such call for folders, and keep names without it.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw Failure(errno: errno)
    }
  }
}
