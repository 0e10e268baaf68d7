import Synchronization
import SystemPackage
public import TaneCore
import TaneFormats
public import TaneProject

/// What is known of an environment's databases from comparisons before: under which tag a node was just
/// as fixtures say.
///
/// It holds tags and digests, never data, in a file below `.tane/`. With it, a node that nobody has touched
/// since is compared without being read: its database answers that the tag still holds
/// (<https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>), and the digest
/// tells that the fixtures are the same as well. A cache that is lost costs one full reading, no more.
public final class ReadCache: KnownTags {
  /// A node that was as fixtures say.
  struct Entry: Sendable, Hashable {
    /// The database's tag of the node.
    var tag: String
    /// The digest of what the fixtures said of it.
    var digest: String
  }

  private struct State: Sendable {
    /// The entries of each database, by paths.
    var databases: [String: [String: Entry]]
    var isChanged = false
    /// The contents that were digested last: each is asked about before it is read and after.
    var digests: [Address: (content: Tree, text: String)] = [:]
  }

  private let file: StateFile
  /// Where each database is: what is known of one holds for no other.
  private let urls: [String: String]
  /// The nodes of which only listed keys count, by their databases.
  private let listed: [String: [String]]
  private let state: Mutex<State>

  /// Opens the cache of an environment; an empty one where there is none, or none that can be read.
  public init(of profile: EnvironmentProfile, in project: Project) {
    let urls = profile.services(of: .databases).map { ($0.name, $0.url) }
    self.urls = Dictionary(urls) { first, _ in first }
    listed = Dictionary(grouping: profile.own.filter { $0.value == .listed }.keys, by: \.service)
      .mapValues { $0.map(\.description).sorted() }
    file = StateFile(
      path: project.stateDirectory.appending("cache").appending("\(profile.name).json")
    )
    state = Mutex(State(databases: Self.read(file, urls: self.urls)))
  }

  /// The tag under which a node had a content; nil where that is not known.
  public func tag(of address: Address, holding content: Tree) -> String? {
    let entry = state.withLock { $0.databases[address.service]?["\(address.path)"] }
    guard let entry, entry.digest == digest(of: content, at: address) else { return nil }
    return entry.tag
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

  /// Stands for what fixtures say of a node, and for what of it is left alone.
  private func digest(of content: Tree, at address: Address) -> String {
    if let last = state.withLock({ $0.digests[address] }), last.content == content {
      return last.text
    }
    let digest = TreeDigest(of: content, leavingAlone: listed[address.service] ?? []).text
    state.withLock { $0.digests[address] = (content, digest) }
    return digest
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
  private static func read(
    _ file: StateFile,
    urls: [String: String]
  ) -> [String: [String: Entry]] {
    guard let bytes = try? file.read(),
      let tree = TreeParser.parse(bytes, named: file.path.string, as: .json).tree
    else { return [:] }
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
    return databases
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
    return Tree(.map([("databases", .map(entries))]))
  }
}
