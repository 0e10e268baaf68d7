import Foundation
import TaneCore
import TaneFormats

/// The content of the object with a team's shared state.
///
/// It is JSON: `format`, `revision`, which increases with every write, `author` and `time` of the
/// last write, `services`, and `digest`, the digest of everything else. A service is identified by
/// its location and contains its resources by path, each with its `content` in `StoredTree`'s JSON
/// form, for an object `size` and `crc32c`, and the `sets` that described it. Secrets are
/// `<redacted>`.
struct SharedStateFile: Sendable {
  /// A recorded resource.
  struct Recorded: Sendable {
    let content: Tree
    let blob: BlobDigest?
    let sets: [String]
  }

  /// The version of the format that this version of Tane reads and writes.
  private static let format: Int64 = 1

  /// The number of writes to the state.
  let revision: Int64
  /// The recorded resources in the file's format, by the location of their service.
  private(set) var services: [String: Tree]

  /// Returns the resources of a service by path, or nil if the service has not been shared.
  func resources(of location: String) -> [TreePath: Recorded]? {
    services[location].map { service in
      Dictionary(
        service.children.map { (TreePath(parsing: $0.key ?? "/"), Recorded($0)) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Returns the next revision, with the records of some services replaced.
  func replacing(_ services: [String: [(path: TreePath, recorded: Recorded)]]) -> SharedStateFile {
    let changed = services.mapValues { resources in
      Tree(.map(resources.map { ("\($0.path)", $0.recorded.literal) }))
    }
    return SharedStateFile(
      revision: min(revision, .max - 1) + 1,
      services: self.services.merging(changed) { $1 }
    )
  }

  init(revision: Int64 = 0, services: [String: Tree] = [:]) {
    (self.revision, self.services) = (revision, services)
  }

  /// Parses the content of the object.
  ///
  /// - Throws: A `StoreError` if the content is not a shared state, was modified, or has a newer
  ///   format.
  init(reading bytes: [UInt8], at location: String) throws {
    func unreadableError(_ message: String) -> StoreError {
      StoreError(.unreadable, service: location, message)
    }
    guard let tree = JSONReader(recordsPositions: false).read(bytes, named: location).tree,
      let format = tree["format"]?.integer, let services = tree["services"]
    else {
      throw unreadableError("this is not a shared state of Tane, or it is damaged; \(Self.advice)")
    }
    guard format <= Self.format else {
      throw unreadableError(
        "a newer version of Tane wrote this shared state (format \(format)); update Tane"
      )
    }
    let entries = tree.children.filter { $0.key != "digest" }.map {
      ($0.key ?? "", TreeLiteral.tree($0))
    }
    guard let revision = tree["revision"]?.integer,
      try TreeDigest.textDigest(of: Tree(.map(entries))) == tree["digest"]?.string
    else { throw unreadableError("the shared state is damaged; \(Self.advice)") }
    self.init(
      revision: revision,
      services: Dictionary(
        services.children.map { ($0.key ?? "", $0) },
        uniquingKeysWith: { first, _ in first }
      )
    )
  }

  private static let advice =
    "restore an earlier version of the object, or delete it: the next seed then recreates it from "
    + "the local state"

  /// Returns the content of the object.
  func bytes(by author: String, at time: Date) throws -> [UInt8] {
    let services = services.sorted { $0.key < $1.key }.map { ($0.key, TreeLiteral.tree($0.value)) }
    let entries: [(String, TreeLiteral)] = [
      ("format", .integer(Self.format)), ("revision", .integer(revision)),
      ("author", .string(author)), ("time", .string(time.formatted(.iso8601))),
      ("services", .map(services)),
    ]
    let digest = try TreeDigest.textDigest(of: Tree(.map(entries)))
    let text = try JSONWriter(.compact).write(
      Tree(.map(entries + [("digest", .string(digest))]))
    )
    return Array(text.utf8)
  }
}

extension SharedStateFile.Recorded {
  fileprivate init(_ tree: Tree) {
    content = StoredTree.decoded(tree["content"] ?? .null)
    blob = BlobDigest(reading: tree)
    sets = (tree["sets"] ?? .null).children.compactMap(\.string)
  }

  fileprivate var literal: TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("content", .tree(StoredTree.encoded(content))),
      ("sets", .list(sets.map { .string($0) })),
    ]
    if case .map(let members)? = blob?.literal { entries += members }
    return .map(entries)
  }
}
