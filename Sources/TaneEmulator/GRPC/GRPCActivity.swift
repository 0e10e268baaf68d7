#if Network
import NIOCore
import Synchronization

/// The activity of a connection with concurrent calls; the connection is busy while any of its
/// calls that end on their own is running.
final class GRPCActivity: CallActivity {
  private let channel: any Channel
  private let connections: ConnectionRegistry
  private let busy = Mutex(0)

  init(_ channel: any Channel, _ connections: ConnectionRegistry) {
    self.channel = channel
    self.connections = connections
  }

  /// Records the start of a call that ends on its own.
  func begin() {
    busy.withLock { busy in
      busy += 1
      _ = connections.note(.busy, for: channel)
    }
  }

  /// Records the end of a call that ends on its own; if no other such call is running and the
  /// server is shutting down, closes the connection.
  func end() {
    let mayGoOn = busy.withLock { busy in
      busy -= 1
      return busy > 0 || connections.note(.endless, for: channel)
    }
    if !mayGoOn { channel.close(promise: nil) }
  }
}
#endif
