import TaneCore

/// One page of an address's children.
struct StudioListing: Sendable {
  /// A child, or the value at the address itself.
  struct Row: Sendable {
    let key: String
    let address: Address
    let content: Content
  }

  /// The content of a row.
  enum Content: Sendable {
    /// A node whose children are loaded when it is expanded, with a description.
    case branch(String)
    case value(Tree)
    /// An object of a bucket.
    case object(StoredObject)
  }

  var rows: [Row] = []
  /// The cursor after which the next page begins, or nil if this is the last page.
  var next: String?
}

/// A reader that pages through the data of one kind of service.
protocol StudioReader: Sendable {
  var kind: ServiceKind { get }
  /// The display name of the kind.
  var title: String { get }

  /// Returns a page of an address's children, starting after a cursor, or nil if nothing exists at
  /// the address.
  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing?
}

/// The readers of the kinds of services that the studio supports.
enum StudioReaders {
  /// The maximum number of rows on a page.
  static let pageSize = 100

  static let all: [any StudioReader] = [
    StudioDatabaseReader(), StudioDocumentReader(), StudioAccountReader(),
    StudioRemoteConfigReader(), StudioBucketReader(),
  ]

  /// Returns the reader of a kind, or nil if the studio does not support the kind.
  static func reader(of kind: ServiceKind?) -> (any StudioReader)? { all.first { $0.kind == kind } }
}

extension StudioListing {
  /// Creates a listing of the members of a value, or of a scalar itself.
  init(of value: Tree, at address: Address) {
    guard value.kind.isContainer else {
      let key = address.path.components.last ?? address.service
      rows = [Row(key: key, address: address, content: .value(value))]
      return
    }
    rows = value.children.enumerated().map { index, child in
      let key = child.key ?? String(index)
      return Row(key: key, address: address.appending(key), content: .value(child))
    }
  }
}

extension Address {
  /// Returns the address of a child.
  func appending(_ key: String) -> Address {
    Address(service: service, path: path.appending(key))
  }
}
