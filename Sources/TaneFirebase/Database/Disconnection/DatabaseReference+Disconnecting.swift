import TaneCore

// A store with a server (`ConnectedTreeStore`) runs disconnect operations however the connection
// ends. For any other store, this process runs them in `RealtimeDatabaseManager.goOffline()`; if
// the process is killed, they are lost.

extension DatabaseReference {
  /// Replaces the value at this location when the connection ends.
  ///
  /// Server values are resolved at that time. The store determines when a connection ends: see
  /// `RealtimeDatabaseManager.goOffline()`.
  ///
  /// ```swift
  /// try await reference.child("seen/1000001").onDisconnectSetValue(ServerValue.timestamp())
  /// ```
  @discardableResult
  public func onDisconnectSetValue(
    _ value: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await registerDisconnectWrites([write(of: value)])
    return self
  }

  /// Replaces the value and priority at this location when the connection ends.
  ///
  /// ```swift
  /// try await reference.child("online/1000001").onDisconnectSetValue(false, andPriority: 1)
  /// ```
  @discardableResult
  public func onDisconnectSetValue(
    _ value: Any?,
    andPriority priority: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await registerDisconnectWrites([write(of: value, priority: priority)])
    return self
  }

  /// Atomically replaces the values of some nodes below this location when the connection ends.
  ///
  /// ```swift
  /// try await reference.onDisconnectUpdateChildValues(["online/1000001": NSNull()])
  /// ```
  @discardableResult
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await registerDisconnectWrites(writes(of: values))
    return self
  }

  /// Removes the value at this location when the connection ends.
  ///
  /// ```swift
  /// try await reference.child("online/1000001").onDisconnectRemoveValue()
  /// ```
  @discardableResult
  public func onDisconnectRemoveValue() async throws -> DatabaseReference {
    try await registerDisconnectWrites([TreeWrite(path: path, value: .null)])
    return self
  }

  /// Cancels the disconnect operations at and below this location.
  ///
  /// ```swift
  /// try await reference.child("online/1000001").cancelDisconnectOperations()
  /// ```
  @discardableResult
  public func cancelDisconnectOperations() async throws -> DatabaseReference {
    _ = try reader()
    if let store = try? database.store.connectedStore {
      try await store.cancelDisconnectWrites(at: path)
    } else {
      database.disconnectOperations.cancel(at: path)
    }
    return self
  }

  /// Registers disconnect operations with the server, or in this process if there is no server.
  func registerDisconnectWrites(_ writes: [TreeWrite]) async throws {
    _ = try reader()
    guard !writes.isEmpty else { return }
    try database.check(writes)
    if let store = try database.store.connectedStore {
      try await store.updateOnDisconnect(writes)
      database.disconnectOperations.recordServerOperations()
    } else {
      database.disconnectOperations.add(writes)
    }
  }
}
