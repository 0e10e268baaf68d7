public import Foundation

/// The settings of a `Firestore`; only `host` and `isSSLEnabled` have an effect.
///
/// Settings with an emulator's host and without SSL switch the database to the emulator, like
/// `useEmulator(withHost:port:)`. There is no local cache, so cache settings have no effect.
public final class FirestoreSettings {
  struct Values: Sendable {
    static let productionHost = "firestore.googleapis.com"

    var host = productionHost
    var isSSLEnabled = true
    var isPersistenceEnabled = true
    var cacheSizeBytes: Int64 = 100 << 20
    var cacheSettings: any LocalCacheSettings = PersistentCacheSettings()

    /// The host and port, or nil if the host has no port.
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

  /// The host of the database with an optional port: `firestore.googleapis.com` by default, or an
  /// emulator's host, such as `127.0.0.1:8080`.
  public var host: String {
    get { values.host }
    set { values.host = newValue }
  }

  /// A Boolean value indicating whether the connection is encrypted; must be false for an emulator.
  public var isSSLEnabled: Bool {
    get { values.isSSLEnabled }
    set { values.isSSLEnabled = newValue }
  }

  /// A Boolean value indicating whether the SDK caches documents on disk; has no effect.
  public var isPersistenceEnabled: Bool {
    get { values.isPersistenceEnabled }
    set { values.isPersistenceEnabled = newValue }
  }

  /// The size of the SDK's cache in bytes; has no effect.
  public var cacheSizeBytes: Int64 {
    get { values.cacheSizeBytes }
    set { values.cacheSizeBytes = newValue }
  }

  /// The settings of the SDK's cache, which have no effect.
  public var cacheSettings: any LocalCacheSettings {
    get { values.cacheSettings }
    set { values.cacheSettings = newValue }
  }
}

/// The cache size that disables the removal of documents; has no effect.
public let FirestoreCacheSizeUnlimited: Int64 = -1

/// Settings of the SDK's cache, which have no effect.
public protocol LocalCacheSettings: Sendable {}

/// Settings of the SDK's cache on disk, which have no effect.
public struct PersistentCacheSettings: LocalCacheSettings {
  /// Creates settings with the maximum size of the cache in bytes.
  public init(sizeBytes: NSNumber = 104_857_600) {}
}

/// Settings of the SDK's cache in memory, which have no effect.
public struct MemoryCacheSettings: LocalCacheSettings {
  /// Creates settings.
  public init() {}

  /// Creates settings with the policy that removes documents from the cache.
  public init(garbageCollectorSettings: any MemoryGarbageCollectorSettings) {}
}

/// A garbage collection policy of the SDK's cache in memory, which has no effect.
public protocol MemoryGarbageCollectorSettings: Sendable {}

/// The policy that removes documents from the cache once no listener needs them; has no effect.
public struct MemoryEagerGCSetting: MemoryGarbageCollectorSettings {
  /// Creates settings.
  public init() {}
}

/// The policy that removes the least recently used documents from the cache; has no effect.
public struct MemoryLRUGCSettings: MemoryGarbageCollectorSettings {
  /// Creates settings with the maximum size of the cache in bytes.
  public init(sizeBytes: NSNumber = 104_857_600) {}
}
