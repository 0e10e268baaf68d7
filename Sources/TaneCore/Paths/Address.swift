/// The address of a node in an environment, such as `shops:/shops/0/name`.
///
/// The service before the colon is a fixed name such as `firestore`, or the unique name of a
/// database or a bucket in the profile. The path after it begins at the service's root; in a
/// bucket, it is the name of an object. An address in a file that belongs to no environment has an
/// empty service name, and its text form is only the path.
public struct Address: Sendable, Hashable {
  /// The name of the database or bucket in the profile, or a fixed name such as `firestore`.
  public let service: String
  /// The path below the service's root.
  public let path: TreePath

  /// Creates an address.
  public init(service: String, path: TreePath) {
    self.service = service
    self.path = path
  }

  /// Creates the address of an object in a bucket; each slash in the name separates two keys.
  package init(bucket: String, object name: String) {
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    self.init(service: bucket, path: TreePath(components.map(String.init)))
  }

  /// The path as the name of an object in a bucket, with slashes between the keys.
  package var objectName: String { path.components.joined(separator: "/") }

  /// Parses an address; returns nil if the text does not begin with a name and a colon, or if the
  /// text after the colon is not empty and does not begin with `/`.
  public init?(parsing text: some StringProtocol) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    self.init(service: String(text[..<colon]), path: TreePath(parsing: rest))
  }

  /// Returns true if the other address equals this one or lies below it.
  package func contains(_ other: Address) -> Bool {
    service == other.service && path.contains(other.path)
  }
}

extension Address: CustomStringConvertible {
  /// The address in text form.
  public var description: String { service.isEmpty ? "\(path)" : "\(service):\(path)" }
}

extension Address: Comparable {
  /// Compares two addresses by service, then by path.
  public static func < (left: Address, right: Address) -> Bool {
    left.service == right.service ? left.path < right.path : left.service < right.service
  }
}

// An environment has at most one of each of these services, so they need no name in its profile.
extension Address {
  /// The service name in the addresses of Firestore's documents.
  package static let firestore = "firestore"
  /// The service name in the addresses of users' accounts.
  package static let accounts = "accounts"

  /// Creates the address of a document, or of a value in it, such as `firestore:/posts/p1/title`.
  package init(document path: DocumentPath, below field: TreePath = .root) {
    self.init(service: Self.firestore, path: TreePath(path.segments).appending(field))
  }

  /// Creates the address of a user's account, or of a value in it, such as
  /// `accounts:/user000001/email`.
  package init(account id: String, below field: TreePath = .root) {
    self.init(service: Self.accounts, path: TreePath([id]).appending(field))
  }
}
