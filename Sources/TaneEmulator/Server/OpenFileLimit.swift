#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limit on the number of open files in this process; every connection counts as one.
enum OpenFileLimit {
  #if canImport(Glibc)
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  private static let resource = RLIMIT_NOFILE
  #endif

  /// The current limit, or nil if the system does not report it.
  static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// Sets the current limit; ignores errors.
  static func set(_ limit: rlimit) {
    withUnsafePointer(to: limit) { _ = setrlimit(resource, $0) }
  }

  /// Raises the limit to the permitted maximum, because the default is too low for many
  /// connections.
  static func raise() {
    guard var limit = current else { return }
    #if canImport(Darwin)
    // macOS rejects a higher value, regardless of the hard limit.
    limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
    limit.rlim_cur = limit.rlim_max
    #endif
    set(limit)
  }
}
