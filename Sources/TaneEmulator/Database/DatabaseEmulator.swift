public import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The emulator of the Realtime Database: its REST protocol with server-sent events, and its WebSocket
/// protocol of version 5, over any stores.
///
/// It holds the data of its databases in memory and writes them through to their stores: while it runs,
/// nobody else should write to these; `refresh()` takes over what somebody did. Everybody may read and
/// write everything: security rules are parsed and not evaluated.
public final class DatabaseEmulator: Sendable {
  /// Settings for keep-alives, queues and the clock.
  public struct Settings: Sendable {
    /// The time between two signs of life to listeners that hear nothing else.
    public var keepAlive: Duration
    /// The most bytes of events that wait for one listener, who is cut off where more would.
    public var queuedBytes: Int
    /// The time, in milliseconds since 1970.
    public var now: @Sendable () -> Int64

    /// Creates settings: a sign of life every 30 seconds, 64 MiB of events for a listener.
    public init(
      keepAlive: Duration = .seconds(30),
      queuedBytes: Int = MessageQueue.standardCapacity,
      now: @escaping @Sendable () -> Int64 = { Settings.systemTime() }
    ) {
      self.keepAlive = keepAlive
      self.queuedBytes = queuedBytes
      self.now = now
    }

    /// The time of the system's clock, in milliseconds since 1970.
    public static func systemTime() -> Int64 {
      Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
  }

  let namespaces: DatabaseNamespaces
  let settings: Settings
  let databaseSettings = DatabaseSettings()
  let pushIDs: PushIDGenerator

  /// Creates an emulator.
  ///
  /// - Parameters:
  ///   - databases: The stores of databases by the names that clients send as `ns`.
  ///   - defaultDatabase: The name of the database of requests without `ns`.
  ///   - settings: What to do about time and silence.
  ///   - makeStore: Makes the store of a database that a client is the first to name.
  public init(
    _ databases: [String: any TreeStore],
    defaultDatabase: String,
    settings: Settings = Settings(),
    makeStore: @escaping @Sendable (String) throws -> any TreeStore
  ) {
    self.settings = settings
    namespaces = DatabaseNamespaces(
      databases,
      defaultName: defaultDatabase,
      now: settings.now,
      makeStore: makeStore
    )
    pushIDs = PushIDGenerator(clock: settings.now)
  }

  /// The names of the databases in use, sorted.
  public var databaseNames: [String] { namespaces.names }

  /// Takes over what others have written to the stores, and tells listeners.
  public func refresh() async throws {
    for namespace in namespaces.all { try await namespace.refresh() }
  }
}
