import Synchronization
import TaneCore

/// The user signed in to an app, on whose behalf requests are made to services with user accounts.
public final class SignedInUser: Sendable {
  /// Gives the user's ID token, another one where the last was refused; nil where nobody is signed in.
  ///
  /// It throws `StoreError`s.
  public typealias Token = @Sendable (_ isRefused: Bool) async throws -> String?

  private struct State {
    var source: Token?
    var last: String?
    /// The number of times a user has signed in or out.
    var changes = 0
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
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
      return Array(state.observers.values)
    }.forEach { $0() }
  }

  /// The number of times a user has signed in or out.
  var changeCount: Int { state.withLock { $0.changes } }

  /// Tells of every change from now on; changes that follow one another quickly may count as one.
  var changes: AsyncStream<Void> {
    let (changes, note) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = observe { note.yield() }
    note.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
    return changes
  }

  /// A Boolean value indicating whether the last request was made on behalf of a user.
  var isSignedIn: Bool { state.withLock { $0.last != nil } }

  /// Calls a function after every change; returns the observer's number.
  @discardableResult
  func observe(_ change: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = change
      return state.lastObserver
    }
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
