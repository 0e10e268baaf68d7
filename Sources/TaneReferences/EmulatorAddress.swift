/// A service of Firebase's SDK that can be told to ask an emulator: `Database`, `Storage`, `Firestore` and `Auth`.
public protocol EmulatorClient {
  /// Asks an emulator from now on; call it before anything else of the service.
  func useEmulator(withHost host: String, port: Int)
}

/// Where `tane emulate` serves: on this machine and the ports that it takes by default, unless said otherwise.
public struct EmulatorAddress: Sendable, Hashable {
  /// The name or the address of the machine.
  public var host: String
  /// The port of the Realtime Database.
  public var database: Int
  /// The port of the buckets.
  public var storage: Int
  /// The port of Firestore.
  public var firestore: Int
  /// The port of the accounts.
  public var auth: Int

  /// Takes a machine and ports.
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

  /// Makes the services of an app ask the emulator; those that the app does not have are left out.
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
