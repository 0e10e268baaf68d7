import Synchronization
import TaneCore

/// The databases of an emulator by name; a database is created when it is first requested.
///
/// A database that never had data uses no memory once its users have released it.
final class DatabaseNamespaces: Sendable {
  private let defaultName: String
  private let now: @Sendable () -> Int64
  private let canonicalName: @Sendable (String) -> String
  private let makeStore: @Sendable (String) throws -> any TreeStore
  private let namespaces: Mutex<[String: Entry]>

  private enum Entry {
    case used(DatabaseNamespace)
    case unused(Unused)

    var namespace: DatabaseNamespace? {
      switch self {
      case .used(let namespace): namespace
      case .unused(let unused): unused.namespace
      }
    }
  }

  /// A weak reference to a database without data.
  private struct Unused {
    weak var namespace: DatabaseNamespace?
  }

  init(
    _ stores: [String: any TreeStore],
    defaultName: String,
    now: @escaping @Sendable () -> Int64,
    canonicalName: @escaping @Sendable (String) -> String = { $0 },
    makeStore: @escaping @Sendable (String) throws -> any TreeStore
  ) {
    self.defaultName = defaultName
    self.now = now
    self.canonicalName = canonicalName
    self.makeStore = makeStore
    let namespaces = stores.map { name, store in
      (name, Entry.used(DatabaseNamespace(name: name, store: store, now: now)))
    }
    self.namespaces = Mutex(Dictionary(uniqueKeysWithValues: namespaces))
  }

  /// The names of the databases in use, sorted: the configured databases, and databases that have
  /// had data.
  var names: [String] {
    namespaces.withLock {
      $0.filter { if case .used = $0.value { true } else { false } }.keys.sorted()
    }
  }

  /// The number of databases, including those without data.
  var count: Int { namespaces.withLock(\.count) }

  /// Returns the database with the given name, or the default database if the name is nil or empty.
  ///
  /// - Throws: An error for an invalid name, or from the store.
  func namespace(_ name: String?) throws(DatabaseFailure) -> DatabaseNamespace {
    let name = name.flatMap { $0.isEmpty ? nil : canonicalName($0) } ?? defaultName
    guard name.utf8.count <= 100, name.utf8.allSatisfy(Self.isAllowed) else {
      throw DatabaseFailure(
        "Invalid database name: use only letters, digits, - and _",
        kind: .forbidden
      )
    }
    do {
      return try namespaces.withLock { namespaces in
        if let namespace = namespaces[name]?.namespace { return namespace }
        let namespace = DatabaseNamespace(
          name: name,
          store: try makeStore(name),
          now: now,
          onFirstData: { [weak self] in self?.keep($0) },
          onRelease: { [weak self] in self?.forget($0) }
        )
        namespaces[name] = .unused(Unused(namespace: namespace))
        return namespace
      }
    } catch {
      throw DatabaseFailure(storeError: error)
    }
  }

  private func keep(_ namespace: DatabaseNamespace) {
    namespaces.withLock { $0[namespace.name] = .used(namespace) }
  }

  /// Removes the entry of a released database, unless it has been requested again.
  private func forget(_ name: String) {
    // The closure returns the database, so that the database is released outside the lock: its
    // `deinit` calls this method.
    _ = namespaces.withLock { namespaces in
      let namespace = namespaces[name]?.namespace
      if namespace == nil { namespaces[name] = nil }
      return namespace
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
