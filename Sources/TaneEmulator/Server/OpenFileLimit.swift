#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of files, connections among them, that this process may have open.
enum OpenFileLimit {
  #if canImport(Glibc)
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  private static let resource = RLIMIT_NOFILE
  #endif

  /// The limit that is in force; nil where the system does not tell.
  static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// Changes the limit that is in force.
  static func set(_ limit: rlimit) {
    withUnsafePointer(to: limit) { _ = setrlimit(resource, $0) }
  }

  /// Raises the limit as far as the process may; the usual one is for programs that open few files.
  static func raise() {
    guard var limit = current else { return }
    #if canImport(Darwin)
    // The system takes no more, whatever the hard limit says.
    limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
    limit.rlim_cur = limit.rlim_max
    #endif
    set(limit)
  }
}
