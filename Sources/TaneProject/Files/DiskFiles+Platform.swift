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
  /// Returns the names in a folder in byte order, without `.` and `..`, with their kinds.
  ///
  /// The kind is nil if the file system does not store it with the name.
  static func names(
    in folder: FilePath
  ) throws(Errno) -> [(name: FilePath.Component, kind: FileKind?)] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var found: [(name: [CInterop.PlatformChar], kind: FileKind?)] = []
    while true {
      // Only `errno` distinguishes the end from a failure.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        break
      }
      found.append((name(of: entry), kind(of: entry)))
    }
    found.sort { strcmp($0.name, $1.name) < 0 }
    return found.compactMap { name, kind in
      guard let name = FilePath.Component(platformString: name), name.kind == .regular else {
        return nil
      }
      return (name, kind)
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

  /// Returns the name of an entry, terminated by a zero.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [CInterop.PlatformChar] {
    // The name is an array in C and a tuple in Swift.
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(
        to: CInterop.PlatformChar.self,
        capacity: MemoryLayout.size(ofValue: name.pointee)
      ) { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
    }
  }

  private static func kind(of entry: UnsafeMutablePointer<dirent>) -> FileKind? {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_UNKNOWN): nil
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    default: .other
    }
  }
}

extension FilePath {
  /// Returns true if the path is a folder or inside it.
  ///
  /// Compares bytes rather than components, unlike `starts(with:)`, since this method is called for
  /// every file that is read.
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
