package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Calls that swift-system lacks: listing a folder and resolving links.
extension DiskFiles {
  /// Returns the names in a folder in no particular order, without `.` and `..`.
  static func names(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while true {
      // Only `errno` distinguishes the end from a failure.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        return names
      }
      if let name = component(of: entry), name.kind == .regular { names.append(name) }
    }
  }

  /// Returns the absolute path with all links resolved.
  static func canonical(_ path: FilePath) throws(Errno) -> FilePath {
    guard let resolved = path.withPlatformString({ realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  private static func component(
    of entry: UnsafeMutablePointer<dirent>
  ) -> FilePath.Component? {
    // The name is an array in C and a tuple in Swift, terminated by a zero.
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(
        to: CInterop.PlatformChar.self,
        capacity: MemoryLayout.size(ofValue: name.pointee)
      ) { FilePath.Component(platformString: $0) }
    }
  }
}

extension FilePath {
  /// Returns true if the path is a folder or inside it.
  ///
  /// Equivalent to `starts(with:)`, but compares bytes rather than components for speed: every file read calls it.
  package func isWithin(_ folder: FilePath) -> Bool {
    withPlatformString { path in
      folder.withPlatformString { folder in
        let length = strlen(folder)
        guard length > 0, strncmp(path, folder, length) == 0 else { return length == 0 }
        let slash = CInterop.PlatformChar(UInt8(ascii: "/"))
        return path[length] == 0 || path[length] == slash || folder[length - 1] == slash
      }
    }
  }
}
