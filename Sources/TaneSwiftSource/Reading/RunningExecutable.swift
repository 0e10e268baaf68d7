import SystemPackage
import TaneProject

#if canImport(Darwin)
import Darwin
#endif

/// The running program.
enum RunningExecutable {
  /// The path of the program's file with symbolic links resolved, or nil if the system does not
  /// provide it.
  static var path: FilePath? {
    name.flatMap { try? DiskFiles().canonicalPath(of: $0) }
  }

  private static var name: FilePath? {
    #if canImport(Darwin)
    var size: UInt32 = 0
    _NSGetExecutablePath(nil, &size)
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return FilePath(platformString: buffer)
    #else
    return "/proc/self/exe"
    #endif
  }
}
