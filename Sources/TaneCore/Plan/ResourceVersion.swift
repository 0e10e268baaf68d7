/// What tells whether a resource is still the one that was read.
public enum ResourceVersion: Sendable, Hashable {
  /// The service's own word for it: a tag, a generation, the time of the last update.
  case tag(String)
  /// The service has none: the content itself has to be compared.
  case none
}
