import Synchronization
import TaneCore

/// Who is signed in to an app, in whose name services are asked that know users.
public final class SignedInUser: Sendable {
  /// Gives the user's ID token, another one where the last was refused; nil where nobody is signed in.
  ///
  /// It throws `StoreError`s.
  public typealias Token = @Sendable (_ isRefused: Bool) async throws -> String?

  private struct State {
    var source: Token?
    var last: String?
    /// How often somebody signed in or out.
    var changes = 0
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Creates the user of an app to which nobody is signed in.
  public init() {}

  /// Names what gives tokens from now on.
  public func use(_ source: @escaping Token) { state.withLock { $0.source = source } }

  /// Notes that somebody has signed in or out.
  public func noteChange() {
    state.withLock { state in
      state.last = nil
      state.changes += 1
      return state.observers
    }.forEach { $0() }
  }

  /// Whether the last call was made in the name of a user.
  var isSignedIn: Bool { state.withLock { $0.last != nil } }

  /// Calls a function after every change.
  func observe(_ change: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(change) }
  }

  /// The token for a call, other than one that was refused; nil where nobody is signed in.
  func token(refusing refused: String?) async throws -> String? {
    while true {
      let before = state.withLock { $0 }
      guard let source = before.source else { return nil }
      // One that is not the last has been replaced already.
      let token = try await source(refused != nil && refused == before.last)
      let isCurrent = state.withLock { state in
        guard state.changes == before.changes else { return false }
        state.last = token
        return true
      }
      // Who signed in or out while the token was fetched is asked instead.
      if isCurrent { return token }
    }
  }
}
