package import TaneCore
import TaneEmbedded

/// An emulator of the Realtime Database with its REST protocol, including server-sent events, and
/// version 5 of its WebSocket protocol.
///
/// The emulator keeps its databases in memory and writes every change to their stores. Nothing else
/// should write to the stores while it runs: it does not detect such changes, and may overwrite
/// them. Security rules are always parsed; unless the emulator evaluates them, anyone can read and
/// write everything.
package final class DatabaseEmulator: Sendable {
  /// The settings for keep-alives, queues and the clock.
  package struct Settings: Sendable {
    /// The interval between keep-alives to idle listeners.
    package var keepAlive: Duration
    /// The maximum number of bytes of pending events for one listener.
    ///
    /// A listener that exceeds this limit is disconnected.
    package var queuedBytes: Int
    /// A closure that returns the time, in milliseconds since 1970.
    package var now: @Sendable () -> Int64

    /// Creates settings: by default, a keep-alive every 30 seconds and 64 MiB of pending events for
    /// each listener.
    package init(
      keepAlive: Duration = .seconds(30),
      queuedBytes: Int = MessageQueue.standardCapacity,
      now: @escaping @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
    ) {
      self.keepAlive = keepAlive
      self.queuedBytes = queuedBytes
      self.now = now
    }
  }

  let namespaces: DatabaseNamespaces
  let settings: Settings
  let databaseSettings = DatabaseSettings()
  /// A Boolean value indicating whether security rules are evaluated.
  let evaluatesRules: Bool
  let pushIDs: PushIDGenerator

  /// Creates an emulator.
  ///
  /// - Parameters:
  ///   - databases: The database stores, keyed by the name that clients send as `ns`.
  ///   - defaultDatabase: The name of the database for requests without `ns`.
  ///   - settings: Settings for keep-alives, queues and the clock.
  ///   - evaluatesRules: True to evaluate security rules.
  ///   - canonicalName: Returns the canonical form of a database name that a client sends.
  ///   - makeStore: Creates the store of a database that a client requests for the first time.
  package init(
    _ databases: [String: any TreeStore],
    defaultDatabase: String,
    settings: Settings = Settings(),
    evaluatesRules: Bool = false,
    canonicalName: @escaping @Sendable (String) -> String = { $0 },
    makeStore: @escaping @Sendable (String) throws -> any TreeStore
  ) {
    self.settings = settings
    self.evaluatesRules = evaluatesRules
    namespaces = DatabaseNamespaces(
      databases,
      defaultName: defaultDatabase,
      now: settings.now,
      canonicalName: canonicalName,
      makeStore: makeStore
    )
    pushIDs = PushIDGenerator(clock: settings.now)
  }

  /// Returns the rules evaluator for a client's requests, or nil if the client has full access.
  func evaluator(of identity: DatabaseIdentity, for database: String) -> DatabaseRulesEvaluator? {
    guard evaluatesRules, case .user(let auth) = identity else { return nil }
    return DatabaseRulesEvaluator(rules: databaseSettings.rules(of: database), auth: auth)
  }

  /// The names of the databases in use, sorted.
  package var databaseNames: [String] { namespaces.names }
}
