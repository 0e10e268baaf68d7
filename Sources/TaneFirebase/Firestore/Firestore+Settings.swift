import Synchronization
import TaneCore

extension Firestore {
  /// The settings; the getter returns a copy, which has no effect until it is assigned.
  ///
  /// Assigning settings with an emulator's host and without SSL switches the database to the
  /// emulator.
  ///
  /// ```swift
  /// let settings = FirestoreSettings()
  /// settings.host = "127.0.0.1:8080"
  /// settings.isSSLEnabled = false
  /// firestore.settings = settings
  /// ```
  public var settings: FirestoreSettings {
    get { FirestoreSettings(settingValues.withLock { $0 }) }
    set {
      let values = newValue.values
      let old = settingValues.withLock { settings in
        defer { settings = values }
        return settings
      }
      guard (values.host, values.isSSLEnabled) != (old.host, old.isSSLEnabled) else { return }
      switchService(to: values)
    }
  }

  private func switchService(to values: FirestoreSettings.Values) {
    if let (host, port) = values.emulator, !values.isSSLEnabled {
      return service.useEmulator(host: host, port: port)
    }
    let message =
      "FirestoreSettings.host is \"\(values.host.escapingControls)\", but the profile specifies "
      + "the database; to use an emulator, write HOST:PORT and set isSSLEnabled to false"
    service.fail(FirestoreError(.unimplemented, message))
  }

  /// Switches the database to an emulator; call this before any other use of the database.
  ///
  /// The environment's guard still applies: an environment opened only for reading rejects writes.
  /// If the switch fails, every use of the database throws the error.
  ///
  /// ```swift
  /// Firestore.firestore().useEmulator(withHost: "127.0.0.1", port: 8080)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    let settings = settings
    let isUnbracketed = host.contains(":") && !host.hasPrefix("[")
    settings.host = "\(isUnbracketed ? "[\(host)]" : host):\(port)"
    settings.isSSLEnabled = false
    settingValues.withLock { $0 = settings.values }
    service.useEmulator(host: host, port: port)
  }

  /// Returns immediately: there is no local cache to remove.
  public func clearPersistence() async throws {}

  /// Calls a block on the main queue immediately: there is no local cache to remove.
  public func clearPersistence(completion: (((any Error)?) -> Void)? = nil) {
    report(to: completion) {}
  }

  /// Returns immediately: the network is never disabled.
  public func enableNetwork() async throws {}

  /// Calls a block on the main queue immediately: the network is never disabled.
  public func enableNetwork(completion: (((any Error)?) -> Void)? = nil) {
    report(to: completion) {}
  }

  /// Always throws a `FirestoreError` with code `unimplemented`, because there is no local cache
  /// for offline use.
  public func disableNetwork() async throws {
    throw FirestoreError(
      .unimplemented,
      "disableNetwork() is not available: there is no offline cache of documents"
    )
  }

  /// Calls a block on the main queue with a `FirestoreError` with code `unimplemented`, because
  /// there is no local cache for offline use.
  public func disableNetwork(completion: (((any Error)?) -> Void)? = nil) {
    report(to: completion) { try await self.disableNetwork() }
  }

  /// Waits for pending writes and terminates this object.
  ///
  /// Every later use throws a `FirestoreError` with code `failedPrecondition`; `firestore()`
  /// returns a new object.
  public func terminate() async throws {
    await calls.waitForChanges()
    service.fail(FirestoreError(.failedPrecondition, "the Firestore object was terminated"))
    isTerminated.withLock { $0 = true }
  }

  /// Terminates this object, and calls a block on the main queue on completion.
  public func terminate(completion: (((any Error)?) -> Void)? = nil) {
    report(to: completion) { try await self.terminate() }
  }

  private func report(
    to completion: (((any Error)?) -> Void)?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<Void> { completion($0.failure) }
    }
    calls.read(operation, then: completion)
  }
}
