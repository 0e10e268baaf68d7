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
  ) throws(Errno) -> [(name: String, isUTF8: Bool, kind: FileKind?)] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    // Names are kept as bytes, because the checks of path components make debug builds several
    // times slower.
    var found: [(bytes: [UInt8], kind: FileKind?)] = []
    while true {
      // Only `errno` distinguishes the end of the folder from a failure.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        break
      }
      let name = name(of: entry)
      if name != [dot], name != [dot, dot] { found.append((name, kind(of: entry))) }
    }
    found.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return found.map { bytes, kind in
      let name = String(validating: bytes, as: UTF8.self)
      return (name ?? String(decoding: bytes, as: UTF8.self), name != nil, kind)
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

  private static let dot = UInt8(ascii: ".")

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // The name is an array in C and a tuple in Swift.
    withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
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
  /// Returns true if the path equals a folder's path or is below it.
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
