package import TaneCore

/// A kind of service and the type of its in-memory stores.
package struct InMemoryKind: Sendable {
  static let all: [InMemoryKind] = [
    InMemoryKind(.databases, InMemoryTreeStore()) { $0 },
    InMemoryKind(.buckets, InMemoryObjectStore()) { $0 },
    InMemoryKind(.firestore, InMemoryDocumentStore()) { $0 },
    InMemoryKind(.accounts, InMemoryAccountStore()) { $0 },
    InMemoryKind(.remoteConfig, InMemoryRemoteConfigStore()) { $0 },
  ]

  let kind: ServiceKind
  /// Adds an empty store with the given name to an environment.
  package let addEmpty: @Sendable (_ name: String, inout EnvironmentStores) -> Void
  /// Returns the name and compiled content of each store of this kind, ordered by name.
  let contents: @Sendable (EnvironmentStores) -> [(name: String, content: CompiledContent)]
  /// Adds a store with compiled content; returns false if the content is invalid.
  let load: @Sendable (CompiledContent, _ name: String, inout EnvironmentStores) -> Bool
  /// Copies all stores of this kind from the first environment to the second.
  let copy: @Sendable (EnvironmentStores, inout EnvironmentStores) -> Void

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - key: The kind's key.
  ///   - empty: An empty store.
  ///   - port: Converts a store to the protocol type of its kind.
  private init<Reader, Port, Store: CompiledStore>(
    _ key: ServiceKey<Reader, Port>,
    _ empty: Store,
    port: @escaping @Sendable (Store) -> Port
  ) {
    kind = key.kind
    addEmpty = { $1.add(port(empty.copy()), named: $0, as: key) }
    contents = { stores in
      stores[key].sorted { $0.key < $1.key }.compactMap { name, store in
        (store as? Store).map { (name, $0.compiledContent) }
      }
    }
    load = { content, name, stores in
      guard let store = Store(content) else { return false }
      stores.add(port(store), named: name, as: key)
      return true
    }
    copy = { stores, copies in
      for case (let name, let store as Store) in stores[key] {
        copies.add(port(store.copy()), named: name, as: key)
      }
    }
  }

  static func of(_ kind: ServiceKind) -> InMemoryKind? { all.first { $0.kind == kind } }
}

extension EnvironmentStores {
  /// Creates an empty in-memory store for each service.
  package init(inMemory services: [(kind: ServiceKind, name: String)]) {
    self.init()
    for (kind, name) in services { InMemoryKind.of(kind)?.addEmpty(name, &self) }
  }

  /// The kind, name and compiled content of each in-memory store.
  package var compiledContents: [(kind: ServiceKind, name: String, content: CompiledContent)] {
    InMemoryKind.all.flatMap { kind in kind.contents(self).map { (kind.kind, $0, $1) } }
  }
}
