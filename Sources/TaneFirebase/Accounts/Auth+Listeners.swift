import Synchronization

extension Auth {
  /// Who is signed in, now and after every change.
  ///
  /// ```swift
  /// for await user in auth.stateChanges { print(user?.uid ?? "nobody") }
  /// ```
  public var stateChanges: AsyncStream<AuthUser?> {
    let (stream, continuation) = AsyncStream.makeStream(of: AuthUser?.self)
    let handle = addStateDidChangeListener { _, user in continuation.yield(user) }
    continuation.onTermination = { [weak self] _ in self?.removeStateDidChangeListener(handle) }
    return stream
  }

  /// Calls a function with who is signed in, now and after every change, until the listener is removed.
  ///
  /// ```swift
  /// let handle = auth.addStateDidChangeListener { _, user in print(user?.uid ?? "nobody") }
  /// auth.removeStateDidChangeListener(handle)
  /// ```
  @discardableResult
  public func addStateDidChangeListener(
    _ listener: @escaping @Sendable (Auth, AuthUser?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = { [weak self] user in
        if let self { listener(self, user) }
      }
      return state.lastListener
    }
    listener(self, currentUser)
    return AuthStateDidChangeListenerHandle(id: id)
  }

  /// Removes a listener.
  ///
  /// ```swift
  /// auth.removeStateDidChangeListener(handle)
  /// ```
  public func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
    state.withLock { $0.listeners[handle.id] = nil }
  }
}

/// What a listener of an `Auth` is removed by.
public struct AuthStateDidChangeListenerHandle: Sendable, Hashable {
  let id: Int
}
