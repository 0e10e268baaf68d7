#if Network
import NIOCore
import Synchronization

/// The open connections of a server, so that it can end them.
final class ConnectionRegistry: Sendable {
  /// The activity of a connection.
  enum Activity {
    /// It waits for a request.
    case idle
    /// It is about a request that will end.
    case busy
    /// It is about an answer that goes on until the client leaves.
    case endless
  }

  private struct Entry {
    let channel: any Channel
    var activity = Activity.idle
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isEnding = false
  }

  private let state = Mutex(State())

  /// A Boolean value indicating whether the server is shutting down.
  var isEnding: Bool { state.withLock(\.isEnding) }

  /// Adds a connection until it closes; where the server is about to end, it is closed at once.
  func add(_ channel: any Channel) {
    let isWelcome = state.withLock { state in
      guard !state.isEnding else { return false }
      state.entries[ObjectIdentifier(channel)] = Entry(channel: channel)
      return true
    }
    guard isWelcome else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
    }
  }

  /// Notes what a connection is doing, and returns whether it may go on.
  func note(_ activity: Activity, for channel: any Channel) -> Bool {
    state.withLock { state in
      state.entries[ObjectIdentifier(channel)]?.activity = activity
      return !state.isEnding || activity == .busy
    }
  }

  /// Takes no more connections, and closes those that are not about a request that will end.
  func end() {
    let channels = state.withLock { state in
      state.isEnding = true
      return state.entries.values.filter { $0.activity != .busy }.map(\.channel)
    }
    channels.forEach { $0.close(promise: nil) }
  }

  /// Closes all connections.
  func closeAll() {
    let channels = state.withLock { $0.entries.values.map(\.channel) }
    channels.forEach { $0.close(promise: nil) }
  }
}
#endif
