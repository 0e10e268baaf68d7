#if Network
import NIOCore
import Synchronization

/// A registry of a server's open connections, which are closed on shutdown.
final class ConnectionRegistry: Sendable {
  enum Activity {
    /// Waiting for a request.
    case idle
    /// Handling a request that a shutdown waits for.
    case busy
    /// Sending a stream that ends when the client disconnects.
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

  /// Registers a connection until it closes, or closes it if the server is shutting down.
  func add(_ channel: any Channel) {
    let isAccepted = state.withLock { state in
      guard !state.isEnding else { return false }
      state.entries[ObjectIdentifier(channel)] = Entry(channel: channel)
      return true
    }
    guard isAccepted else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
    }
  }

  /// Records the activity of a connection, and returns false if the connection must end.
  func updateActivity(_ activity: Activity, for channel: any Channel) -> Bool {
    state.withLock { state in
      state.entries[ObjectIdentifier(channel)]?.activity = activity
      return !state.isEnding || activity == .busy
    }
  }

  /// Stops accepting connections, and closes all connections that are not `busy`.
  func end() {
    let channels = state.withLock { state in
      state.isEnding = true
      return state.entries.values.filter { $0.activity != .busy }.map(\.channel)
    }
    channels.forEach { $0.close(promise: nil) }
  }

  func closeAll() {
    let channels = state.withLock { $0.entries.values.map(\.channel) }
    channels.forEach { $0.close(promise: nil) }
  }
}
#endif
