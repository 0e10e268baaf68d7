import Synchronization
public import SystemPackage
public import TaneCore
import TaneFormats
public import TaneProject

/// What is known of an environment's databases from comparisons before: under which tag a node was just
/// as fixtures say.
///
/// It holds tags and digests, never data, in a file below `.tane/`. With it, a node that nobody has touched
/// since is compared without being read: its database answers that the tag still holds
/// (<https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>), and the digest
/// tells that the fixtures are the same as well, or that what the ledger holds is what was there. A cache that is lost
/// costs one full reading, no more.
public final class ReadCache: KnownTags {
  /// A node that was as fixtures say.
  struct Entry: Sendable, Hashable {
    /// The database's tag of the node.
    let tag: String
    /// The digest of what the fixtures said of it, and the addresses of which only listed keys counted, in lines.
    let digest: String
  }

  private struct State: Sendable {
    /// The entries of each database, by paths.
    var databases: [String: [String: Entry]]
    var isChanged = false
  }

  private let file: StateFile
  /// Where each database is: what is known of one holds for no other.
  private let urls: [String: String]
  /// The nodes of which only listed keys count, by their databases.
  private let listed: [String: [String]]
  private let state: Mutex<State>
  private let ledger: EnvironmentLedger?
  private let store: FilePath?
  private let digests: LastDigests

  /// Opens the cache of an environment; an empty one where there is none, or none that can be read.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - project: Where the cache is kept.
  ///   - ledger: The environment's ledger: with it the cache knows what was there where fixtures have changed since.
  ///   - store: The file of the embedded services: once anybody else changed it, nothing is known of them.
  public init(
    of profile: EnvironmentProfile,
    in project: Project,
    ledger: EnvironmentLedger? = nil,
    boundTo store: FilePath? = nil
  ) {
    self.ledger = ledger
    self.store = store
    digests = ledger?.digests ?? LastDigests()
    let urls = profile.services(of: .databases).map { ($0.name, $0.url) }
    self.urls = Dictionary(urls) { first, _ in first }
    listed = Dictionary(grouping: profile.own.filter { $0.value == .listed }.keys, by: \.service)
      .mapValues { $0.map(\.description).sorted() }
    file = StateFile(
      path: project.stateDirectory.appending("cache").appending("\(profile.name).json")
    )
    let embedded = profile.services.filter(\.location.isEmbedded).map(\.name)
    var databases = Self.read(file, urls: self.urls, signature: store.map(Self.signature))
    if databases.isOfAnotherFile { embedded.forEach { databases.entries[$0] = nil } }
    state = Mutex(State(databases: databases.entries))
  }

  /// The tag under which a node had what fixtures say of it, or else what the ledger has of it; nil where that is not
  /// known.
  public func known(of address: Address, beside wanted: Tree) -> TaggedTree? {
    let entry = state.withLock { $0.databases[address.service]?["\(address.path)"] }
    guard let entry else { return nil }
    if entry.digest == digest(of: wanted, at: address) {
      return TaggedTree(value: wanted, tag: entry.tag)
    }
    // What was left alone is not recorded: with a list of such addresses behind it no digest is that of the ledger.
    return ledger?.content(at: address, digest: entry.digest, beside: wanted).map {
      TaggedTree(value: $0, tag: entry.tag)
    }
  }

  /// Notes the tag under which a node has a content now, or with nil that nothing is known of it.
  public func note(_ tag: String?, of address: Address, holding content: Tree) {
    let entry = tag.map { tag in
      Entry(tag: tag, digest: digest(of: content, at: address))
    }
    state.withLock { state in
      guard state.databases[address.service]?["\(address.path)"] != entry else { return }
      state.databases[address.service, default: [:]]["\(address.path)"] = entry
      state.isChanged = true
    }
  }

  /// Notes that a database got a new tag in place of the one that all of it had, when some places were written.
  public func replace(
    _ tag: String,
    by new: String,
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

  /// Stands for what fixtures say of a node, and for what of it is left alone.
  private func digest(of content: Tree, at address: Address) -> String {
    ([digests.digest(of: content).text] + (listed[address.service] ?? [])).joined(separator: "\n")
  }

  /// Writes down what changed, if anything did.
  ///
  /// A cache that cannot be written is not worth an error: all that it saves is time.
  public func save() {
    let changed = state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged ? state.databases : nil
    }
    guard let changed, let text = try? JSONWriter().write(tree(of: changed)) else { return }
    try? file.replace(with: Array(text.utf8))
  }
}

extension ReadCache {
  /// A text that changes with a store's file and its log.
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
  /// The paths above, up to the root.
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
