#if Network
import NIOCore
import Synchronization

/// A tracker for the concurrent calls of a connection, which is busy while a call that a shutdown
/// waits for is running.
final class GRPCCallTracker: CallTracker {
  private let channel: any Channel
  private let connections: ConnectionRegistry
  private let busy = Mutex(0)

  init(_ channel: any Channel, _ connections: ConnectionRegistry) {
    self.channel = channel
    self.connections = connections
  }

  /// Records the start of a call that a shutdown waits for.
  func begin() {
    busy.withLock { busy in
      busy += 1
      _ = connections.updateActivity(.busy, for: channel)
    }
  }

  /// Records the end of a call that a shutdown waits for; during a shutdown, closes the connection
  /// after the last such call.
  func end() {
    let staysOpen = busy.withLock { busy in
      busy -= 1
      return busy > 0 || connections.updateActivity(.endless, for: channel)
    }
    if !staysOpen { channel.close(promise: nil) }
  }
}
#endif
