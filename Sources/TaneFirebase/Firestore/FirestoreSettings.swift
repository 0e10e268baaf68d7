public import Foundation

/// The settings of a `Firestore`, of which the host counts: it moves the database to an emulator, as `useEmulator` does.
///
/// No documents are kept apart from the database, so those of the cache change nothing.
public final class FirestoreSettings {
  struct Values: Sendable {
    static let productionHost = "firestore.googleapis.com"

    var host = productionHost
    var isSSLEnabled = true
    var isPersistenceEnabled = true
    var cacheSizeBytes: Int64 = 100 << 20
    var cacheSettings: any LocalCacheSettings = PersistentCacheSettings()

    /// The host and port; nil where the host names no port.
    var emulator: (host: String, port: Int)? {
      guard let colon = host.lastIndex(of: ":"), let port = Int(host[host.index(after: colon)...])
      else { return nil }
      return (String(host[..<colon]), port)
    }
  }

  var values: Values

  /// Creates settings with the SDK's defaults.
  public convenience init() { self.init(Values()) }

  init(_ values: Values) { self.values = values }

  /// The host, and port, of the database: `firestore.googleapis.com`, or an emulator's, such as `127.0.0.1:8080`.
  public var host: String {
    get { values.host }
    set { values.host = newValue }
  }

  /// A Boolean value indicating whether the connection is encrypted; false for an emulator.
  public var isSSLEnabled: Bool {
    get { values.isSSLEnabled }
    set { values.isSSLEnabled = newValue }
  }

  /// A Boolean value indicating whether the SDK keeps documents on disk; nothing is kept here.
  public var isPersistenceEnabled: Bool {
    get { values.isPersistenceEnabled }
    set { values.isPersistenceEnabled = newValue }
  }

  /// The size of the SDK's cache in bytes; nothing is kept here.
  public var cacheSizeBytes: Int64 {
    get { values.cacheSizeBytes }
    set { values.cacheSizeBytes = newValue }
  }

  /// The settings of the SDK's cache; nothing is kept here.
  public var cacheSettings: any LocalCacheSettings {
    get { values.cacheSettings }
    set { values.cacheSettings = newValue }
  }
}

/// The size of a cache of the SDK's that removes no documents.
public let FirestoreCacheSizeUnlimited: Int64 = -1

/// The settings of a cache of the SDK's; nothing is kept here.
public protocol LocalCacheSettings: Sendable {}

/// The settings of the SDK's cache on disk; nothing is kept here.
public struct PersistentCacheSettings: LocalCacheSettings {
  /// Creates settings of a size in bytes.
  public init(sizeBytes: NSNumber = 104_857_600) {}
}

/// The settings of the SDK's cache in memory; nothing is kept here.
public struct MemoryCacheSettings: LocalCacheSettings {
  /// Creates settings.
  public init() {}

  /// Creates settings of when documents are removed.
  public init(garbageCollectorSettings: any MemoryGarbageCollectorSettings) {}
}

/// The settings of when the SDK's cache in memory removes documents; nothing is kept here.
public protocol MemoryGarbageCollectorSettings: Sendable {}

/// The SDK's cache in memory removes documents as soon as nothing listens to them; nothing is kept here.
public struct MemoryEagerGCSetting: MemoryGarbageCollectorSettings {
  /// Creates settings.
  public init() {}
}

/// The SDK's cache in memory removes the documents used longest ago; nothing is kept here.
public struct MemoryLRUGCSettings: MemoryGarbageCollectorSettings {
  /// Creates settings of a size in bytes.
  public init(sizeBytes: NSNumber = 104_857_600) {}
}
