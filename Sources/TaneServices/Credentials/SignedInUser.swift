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
    let (source, last) = state.withLock { ($0.source, $0.last) }
    guard let source else { return nil }
    // One that is not the last has been replaced already.
    let token = try await source(refused != nil && refused == last)
    state.withLock { $0.last = token }
    return token
  }
}
