import Synchronization
package import SystemPackage
package import TaneCore
import TaneFormats
package import TaneProject

/// A cache of earlier comparisons of an environment's databases: the ETags under which nodes
/// matched the fixtures.
///
/// It contains ETags and digests, never data, in a file below `.tane/`. With it, an unchanged node
/// is compared without being read: its database confirms the ETag
/// (<https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>), and
/// the digest shows that the fixtures are unchanged too, or that the ledger has the content. Losing
/// the cache costs only one full read.
package final class ReadCache: VersionCache {
  /// A node that matched the fixtures.
  struct Entry: Sendable, Hashable {
    /// The node's ETag in the database.
    let tag: String
    /// The digest of the fixtures' content, followed by the addresses in which only listed keys
    /// were compared, one per line.
    let digest: String
  }

  private struct State: Sendable {
    /// The entries of each database, by path.
    var databases: [String: [String: Entry]]
    var isChanged = false
  }

  private let file: StateFile
  /// The URL of each database; entries are valid only for this URL.
  private let urls: [String: String]
  /// The names of the embedded services.
  private let embedded: [String]
  /// The nodes in which only listed keys are compared, by database.
  private let listed: [String: [String]]
  private let state: Mutex<State>
  private let ledger: EnvironmentLedger?
  private let store: FilePath?
  private let digests: DigestCache

  /// Opens the cache of an environment; it is empty if the file is missing or unreadable.
  ///
  /// - Parameters:
  ///   - profile: The profile of the environment.
  ///   - project: The project that contains the cache.
  ///   - ledger: The environment's ledger, which provides the previous content if fixtures have
  ///     changed.
  ///   - store: The file of the embedded services: their entries are invalid after another
  ///     program has changed it.
  package init(
    of profile: EnvironmentProfile,
    in project: Project,
    ledger: EnvironmentLedger? = nil,
    boundTo store: FilePath? = nil
  ) {
    self.ledger = ledger
    self.store = store
    digests = ledger?.digests ?? DigestCache()
    let urls = profile.services(of: .databases).map { ($0.name, $0.url) }
    self.urls = Dictionary(urls) { first, _ in first }
    listed = Dictionary(grouping: profile.own.filter { $0.value == .listed }.keys, by: \.service)
      .mapValues { $0.map(\.description).sorted() }
    file = StateFile(
      path: project.stateDirectory.appending("cache").appending("\(profile.name).json")
    )
    embedded = profile.services.filter(\.location.isEmbedded).map(\.name)
    var databases = Self.read(file, urls: self.urls, signature: store.map(Self.signature))
    if databases.isOfAnotherFile { embedded.forEach { databases.entries[$0] = nil } }
    state = Mutex(State(databases: databases.entries))
  }

  /// Returns the content that a node had with the cached ETag, from the fixtures or else from the
  /// ledger, or nil if neither has it.
  package func known(of address: Address, beside wanted: Tree) -> TaggedTree? {
    let entry = state.withLock { $0.databases[address.service]?["\(address.path)"] }
    guard let entry else { return nil }
    if entry.digest == digest(of: wanted, at: address) {
      return TaggedTree(value: wanted, tag: entry.tag)
    }
    // If only listed keys were compared, the digest never matches the ledger, since a list of
    // addresses is appended to it.
    return ledger?.content(
      at: address,
      digest: entry.digest,
      beside: wanted,
      isLocal: embedded.contains(address.service)
    ).map { TaggedTree(value: $0, tag: entry.tag) }
  }

  /// Records the ETag of a node with the given content, or removes the entry if the ETag is nil.
  package func note(_ tag: String?, of address: Address, holding content: Tree) {
    let entry = tag.map { tag in
      Entry(tag: tag, digest: digest(of: content, at: address))
    }
    state.withLock { state in
      guard state.databases[address.service]?["\(address.path)"] != entry else { return }
      state.databases[address.service, default: [:]]["\(address.path)"] = entry
      state.isChanged = true
    }
  }

  /// Replaces a database's ETag with a new one after writes at some paths; entries at, above and
  /// below these paths are removed.
  package func replaceTag(
    _ tag: String,
    with new: String,
    in service: String,
    writing places: [TreePath]
  ) {
    let written = Set(places)
    let above = Set(places.flatMap(\.ancestors))
    state.withLock { state in
      for (text, entry) in state.databases[service] ?? [:] where entry.tag == tag {
        let path = TreePath(parsing: text)
        let isWritten =
          above.contains(path) || written.contains(path)
          || path.ancestors.contains(where: written.contains)
        state.databases[service]?[text] = isWritten ? nil : Entry(tag: new, digest: entry.digest)
        state.isChanged = true
      }
    }
  }

  /// Returns the digest of a node's content, followed by the addresses in the node's database at
  /// which only listed keys are compared, one per line.
  private func digest(of content: Tree, at address: Address) -> String {
    ([digests.digest(of: content).text] + (listed[address.service] ?? [])).joined(separator: "\n")
  }

  /// Saves the cache if it has changed.
  ///
  /// Write errors are ignored, since the cache only saves time.
  package func save() {
    let changed = state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged ? state.databases : nil
    }
    guard let changed, let text = try? JSONWriter().write(tree(of: changed)) else { return }
    try? file.replace(with: Array(text.utf8))
  }
}

extension ReadCache {
  /// Returns a signature that changes whenever a store's file or its write-ahead log changes.
  private static func signature(of store: FilePath) -> String {
    [store, FilePath(store.string + "-wal")].map { FileSignatures.text(of: $0) }
      .joined(separator: ";")
  }

  private static func read(
    _ file: StateFile,
    urls: [String: String],
    signature: String?
  ) -> (entries: [String: [String: Entry]], isOfAnotherFile: Bool) {
    guard let bytes = try? file.read(),
      let tree = TreeParser.parse(bytes, named: file.path.string, as: .json).tree
    else { return ([:], false) }
    var databases: [String: [String: Entry]] = [:]
    for database in (tree["databases"] ?? .null).children {
      guard let name = database.key, let url = urls[name], database["url"]?.string == url else {
        continue
      }
      for node in (database["nodes"] ?? .null).children {
        guard let path = node.key, let tag = node["tag"]?.string,
          let digest = node["digest"]?.string
        else { continue }
        databases[name, default: [:]][path] = Entry(tag: tag, digest: digest)
      }
    }
    return (databases, signature != nil && tree["store"]?.string != signature)
  }

  private func tree(of databases: [String: [String: Entry]]) -> Tree {
    let entries = databases.sorted { $0.key < $1.key }.map { name, nodes in
      let nodes = nodes.sorted { $0.key < $1.key }.map { path, entry in
        let fields = [("tag", TreeLiteral.string(entry.tag)), ("digest", .string(entry.digest))]
        return (path, TreeLiteral.map(fields))
      }
      let fields = [("url", TreeLiteral.string(urls[name] ?? "")), ("nodes", .map(nodes))]
      return (name, TreeLiteral.map(fields))
    }
    let signature = store.map { [("store", TreeLiteral.string(Self.signature(of: $0)))] } ?? []
    return Tree(.map(signature + [("databases", .map(entries))]))
  }
}

extension TreePath {
  /// The ancestors of the path, up to the root.
  fileprivate var ancestors: [TreePath] {
    var paths: [TreePath] = []
    var path = self
    while !path.isRoot {
      path = path.parent
      paths.append(path)
    }
    return paths
  }
}
