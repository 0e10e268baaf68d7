public import Foundation
import Synchronization

extension Auth {
  /// A sequence of the values of `currentUser`: the current value first, then a value after every
  /// sign-in and sign-out.
  ///
  /// ```swift
  /// for await user in auth.stateChanges { print(user?.uid ?? "nobody") }
  /// ```
  public var stateChanges: AsyncStream<AuthUser?> {
    let (stream, continuation) = AsyncStream.makeStream(of: AuthUser?.self)
    let id = state.withLock { state in
      let id = state.nextListener()
      state.streams[id] = continuation
      return id
    }
    add({ continuation.yield($0) }, as: id)
    continuation.onTermination = { [weak self] _ in self?.removeListener(id) }
    return stream
  }

  /// Calls a block on the main queue with the signed-in user: once immediately, and again after
  /// every sign-in and sign-out, until the listener is removed.
  ///
  /// ```swift
  /// let handle = auth.addStateDidChangeListener { _, user in print(user?.uid ?? "nobody") }
  /// auth.removeStateDidChangeListener(handle)
  /// ```
  @discardableResult
  public func addStateDidChangeListener(
    _ listener: @escaping (Auth, AuthUser?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    addListener(listener, toTokens: false)
  }

  /// Calls a block on the main queue with the signed-in user: once immediately, and again after
  /// every sign-in, sign-out and token change, until the listener is removed.
  ///
  /// ```swift
  /// let handle = auth.addIDTokenDidChangeListener { _, user in print(user?.uid ?? "nobody") }
  /// auth.removeIDTokenDidChangeListener(handle)
  /// ```
  @discardableResult
  public func addIDTokenDidChangeListener(
    _ listener: @escaping (Auth, AuthUser?) -> Void
  ) -> IDTokenDidChangeListenerHandle {
    addListener(listener, toTokens: true)
  }

  private func addListener(
    _ listener: @escaping (Auth, AuthUser?) -> Void,
    toTokens: Bool
  ) -> any NSObjectProtocol {
    let id = state.withLock { state in
      let id = state.nextListener()
      if toTokens { state.tokenListenerIDs.insert(id) }
      return id
    }
    let block = MainQueueBlock { [weak self] (user: AuthUser?) in
      // A removed listener is not called even if a call was already enqueued.
      guard let self, state.withLock({ $0.listeners[id] != nil }) else { return }
      listener(self, user)
    }
    add({ block.enqueue($0) }, as: id)
    return ListenerHandle(id)
  }

  /// Removes the listener with the given handle.
  ///
  /// ```swift
  /// auth.removeStateDidChangeListener(handle)
  /// ```
  public func removeStateDidChangeListener(_ handle: AuthStateDidChangeListenerHandle) {
    if let handle = handle as? ListenerHandle { removeListener(handle.id) }
  }

  /// Removes the token listener with the given handle.
  public func removeIDTokenDidChangeListener(_ handle: IDTokenDidChangeListenerHandle) {
    removeStateDidChangeListener(handle)
  }

  private func add(_ listener: @escaping @Sendable (AuthUser?) -> Void, as id: Int) {
    state.withLock { $0.listeners[id] = listener }
    listener(currentUser)
  }

  private func removeListener(_ id: Int) {
    state.withLock { state in
      (state.listeners[id], state.streams[id]) = (nil, nil)
      state.tokenListenerIDs.remove(id)
    }
  }
}

/// The handle of an authentication state listener.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol

/// The handle of a token listener.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol

private final class ListenerHandle: NSObject {
  let id: Int

  init(_ id: Int) {
    self.id = id
  }
}
