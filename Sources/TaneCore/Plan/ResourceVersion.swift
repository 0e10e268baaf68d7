/// A version of a resource, for detecting changes since it was read.
package enum ResourceVersion: Sendable, Hashable {
  /// The service's version: an ETag, a generation or an update time.
  case tag(String)
  /// The resource has no version, so its content has to be compared.
  case none
}
