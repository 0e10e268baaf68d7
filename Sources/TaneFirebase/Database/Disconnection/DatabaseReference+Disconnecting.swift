import TaneCore

// A store that leaves writes with a server (`ConnectedTreeStore`) has that make them, however the connection
// ends.
// For every other store there is nobody who would outlive the process: the connection is the process's
// own, and its end is `RealtimeDatabaseManager.goOffline()`. A process that is killed before makes none.

extension DatabaseReference {
  /// Replaces the value here when the connection of this process ends.
  ///
  /// Server values get theirs then. What the end of a connection is depends on the store: see
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
    try await leave([write(of: value)])
    return self
  }

  /// Replaces the value here and its priority when the connection of this process ends.
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
    try await leave([write(of: value, priority: priority)])
    return self
  }

  /// Replaces the values of some nodes below this one, all at once, when the connection of this process
  /// ends.
  ///
  /// ```swift
  /// try await reference.onDisconnectUpdateChildValues(["online/1000001": NSNull()])
  /// ```
  @discardableResult
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    let writes = try writes(of: values)
    if !writes.isEmpty { try await leave(writes) }
    return self
  }

  /// Removes the value here when the connection of this process ends.
  ///
  /// ```swift
  /// try await reference.child("online/1000001").onDisconnectRemoveValue()
  /// ```
  @discardableResult
  public func onDisconnectRemoveValue() async throws -> DatabaseReference {
    try await leave([TreeWrite(path: path, value: .null)])
    return self
  }

  /// Forgets what was to be written here and below when the connection of this process ends.
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

  private func leave(_ writes: [TreeWrite]) async throws {
    _ = try reader()
    try database.check(writes)
    if let store = try database.store.connectedStore {
      try await store.updateOnDisconnect(writes)
      database.disconnectOperations.noteWithDatabase()
    } else {
      database.disconnectOperations.add(writes)
    }
  }
}
