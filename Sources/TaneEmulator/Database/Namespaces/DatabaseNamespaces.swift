import Synchronization
import TaneCore

/// The databases of an emulator by their names; one that is asked for and not there is made.
final class DatabaseNamespaces: Sendable {
  private let defaultName: String
  private let now: @Sendable () -> Int64
  private let makeStore: @Sendable (String) throws -> any TreeStore
  private let namespaces: Mutex<[String: DatabaseNamespace]>

  init(
    _ stores: [String: any TreeStore],
    defaultName: String,
    now: @escaping @Sendable () -> Int64,
    makeStore: @escaping @Sendable (String) throws -> any TreeStore
  ) {
    self.defaultName = defaultName
    self.now = now
    self.makeStore = makeStore
    let namespaces = stores.map { name, store in
      (name, DatabaseNamespace(name: name, store: store, now: now))
    }
    self.namespaces = Mutex(Dictionary(uniqueKeysWithValues: namespaces))
  }

  /// The names of the databases in use, sorted.
  var names: [String] {
    namespaces.withLock { $0.keys.sorted() }
  }

  /// All databases in use.
  var all: [DatabaseNamespace] {
    namespaces.withLock { Array($0.values) }
  }

  /// The database of a name, the default one without.
  ///
  /// - Throws: A problem with a name that no database can have, or with its store.
  func namespace(_ name: String?) throws(DatabaseProblem) -> DatabaseNamespace {
    let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? defaultName
    guard name.utf8.count <= 100, name.utf8.allSatisfy(Self.isAllowed) else {
      throw DatabaseProblem("Invalid database name: letters, digits, - and _", kind: .forbidden)
    }
    do {
      return try namespaces.withLock { namespaces in
        if let namespace = namespaces[name] { return namespace }
        let store = try makeStore(name)
        let namespace = DatabaseNamespace(name: name, store: store, now: now)
        namespaces[name] = namespace
        return namespace
      }
    } catch {
      throw DatabaseProblem(storeError: error)
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
