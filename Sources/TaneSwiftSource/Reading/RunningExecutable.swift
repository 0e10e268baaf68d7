import SystemPackage
import TaneProject

#if canImport(Darwin)
import Darwin
#endif

/// The program that is running.
enum RunningExecutable {
  /// Where the program's file lies, links followed; nil where the system does not tell.
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
