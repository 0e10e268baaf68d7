import Synchronization
import TaneCore

/// The signed-in user of an app, whose token is sent to services that support user accounts.
package final class SignedInUser: Sendable {
  /// A closure that returns the user's ID token (a new one if `isRefused` is true), or nil if no
  /// user is signed in.
  ///
  /// Errors are `StoreError`s.
  package typealias TokenProvider = @Sendable (_ isRefused: Bool) async throws -> String?

  private struct State {
    var source: TokenProvider?
    var last: String?
    /// The number of times a user has signed in or out.
    var changes = 0
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Creates the state of an app without a signed-in user.
  package init() {}

  /// Sets the source of tokens.
  package func use(_ source: @escaping TokenProvider) { state.withLock { $0.source = source } }

  /// Records that the user has signed in or out.
  package func recordChange() {
    state.withLock { state in
      state.last = nil
      state.changes += 1
      return state.observers
    }.forEach { $0() }
  }

  /// The number of times a user has signed in or out.
  var changeCount: Int { state.withLock { $0.changes } }

  /// A Boolean value indicating whether the current user has provided a token.
  var isSignedIn: Bool { state.withLock { $0.last != nil } }

  /// Adds a closure to call after every sign-in or sign-out.
  func observe(_ change: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(change) }
  }

  /// Returns a token other than a rejected one, or nil if no user is signed in.
  func token(refusing rejectedToken: String?) async throws -> String? {
    while true {
      let before = state.withLock { $0 }
      guard let source = before.source else { return nil }
      // A rejected token that is not the latest has already been replaced.
      let token = try await source(rejectedToken != nil && rejectedToken == before.last)
      let isCurrent = state.withLock { state in
        guard state.changes == before.changes else { return false }
        state.last = token
        return true
      }
      // If the user changed while the token was requested, request the new user's token.
      if isCurrent { return token }
    }
  }
}
