/// The one spelling of any node of an environment: `shops:/shops/0/name`.
///
/// A node of a file that belongs to no environment has an empty service, and is spelled by its path alone.
///
/// The part before the colon names a database or a bucket of the profile (their names are unique in it),
/// the rest is a path below its root, for a bucket the object's name.
public struct Address: Sendable, Hashable {
  /// The name of the database or bucket in the profile.
  public let service: String
  /// The path below the service's root.
  public let path: TreePath

  /// Creates an address.
  public init(service: String, path: TreePath) {
    self.service = service
    self.path = path
  }

  /// Creates the address of an object of a bucket; every slash of the name begins a new key.
  public init(bucket: String, object name: String) {
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    self.init(service: bucket, path: TreePath(components.map(String.init)))
  }

  /// The name of an object of a bucket.
  package var objectName: String { path.components.joined(separator: "/") }

  /// Reads an address; nil where there is no name before a `:/`.
  public init?(parsing text: some StringProtocol) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    self.init(service: String(text[..<colon]), path: TreePath(parsing: rest))
  }

  /// Whether the other address is this one or lies below it.
  public func contains(_ other: Address) -> Bool {
    service == other.service && path.contains(other.path)
  }
}

extension Address: CustomStringConvertible {
  /// The address's text.
  public var description: String { service.isEmpty ? "\(path)" : "\(service):\(path)" }
}

extension Address: Comparable {
  /// Orders by service, then by path.
  public static func < (left: Address, right: Address) -> Bool {
    left.service == right.service ? left.path < right.path : left.service < right.service
  }
}
