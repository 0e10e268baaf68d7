package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FilePath {
  /// Whether the path is that of a folder or of something in it.
  ///
  /// It is what `starts(with:)` says, told byte by byte and not name by name: each file that is read asks.
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
