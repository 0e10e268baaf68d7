/// A service of Firebase's SDK that can connect to an emulator: `Database`, `Storage`, `Firestore`
/// and `Auth`.
public protocol EmulatorClient {
  /// Connects to an emulator; call this before any other use of the service.
  func useEmulator(withHost host: String, port: Int)
}

/// The host and ports of an emulator; by default, this machine and the standard ports of `tane
/// emulate`.
public struct EmulatorAddress: Sendable, Hashable {
  /// The host name or IP address.
  public var host: String
  /// The port of the Realtime Database.
  public var database: Int
  /// The port of Cloud Storage.
  public var storage: Int
  /// The port of Firestore.
  public var firestore: Int
  /// The port of Firebase Authentication.
  public var auth: Int

  /// Creates an address from a host and ports.
  public init(
    host: String = "127.0.0.1",
    database: Int = 9000,
    storage: Int = 9199,
    firestore: Int = 8080,
    auth: Int = 9099
  ) {
    self.host = host
    self.database = database
    self.storage = storage
    self.firestore = firestore
    self.auth = auth
  }

  /// Connects an app's services to the emulator; omit services that the app does not use.
  ///
  /// ```swift
  /// EmulatorAddress().use(
  ///   database: Database.database(), storage: Storage.storage(), firestore: Firestore.firestore(), auth: Auth.auth())
  /// ```
  public func use(
    database: (any EmulatorClient)? = nil,
    storage: (any EmulatorClient)? = nil,
    firestore: (any EmulatorClient)? = nil,
    auth: (any EmulatorClient)? = nil
  ) {
    database?.useEmulator(withHost: host, port: self.database)
    storage?.useEmulator(withHost: host, port: self.storage)
    firestore?.useEmulator(withHost: host, port: self.firestore)
    auth?.useEmulator(withHost: host, port: self.auth)
  }
}
