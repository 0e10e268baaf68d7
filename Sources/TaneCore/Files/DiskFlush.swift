#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Functions that flush files and folders to disk, so that they survive a power failure.
package enum DiskFlush {
  /// An error from the file system.
  package struct Failure: Error {
    /// The system's error number, or 0 if it is unknown.
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }

    /// A Boolean value indicating whether the disk is full or the user's quota is exhausted.
    package var isDiskFull: Bool { errno == ENOSPC || errno == EDQUOT }
  }

  /// Flushes the bytes of a file, or the entries of a folder, and waits for completion.
  package static func flush(path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno: errno) }
    defer { close(descriptor) }
    try flush(descriptor: descriptor)
  }

  /// Flushes the bytes of an open file, and waits for completion.
  package static func flush(descriptor: Int32) throws(Failure) {
    #if canImport(Darwin)
    // On Apple platforms, fsync leaves the bytes in the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems do not support this call for folders, and persist their entries without it.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw Failure(errno: errno)
    }
  }
}
