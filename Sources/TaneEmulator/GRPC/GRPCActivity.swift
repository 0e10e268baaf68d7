#if Network
import NIOCore
import Synchronization

/// The activity of a connection with several calls, which is busy while it has calls that end by
/// themselves.
final class GRPCActivity: CallActivity {
  private let channel: any Channel
  private let connections: ConnectionRegistry
  private let busy = Mutex(0)

  init(_ channel: any Channel, _ connections: ConnectionRegistry) {
    self.channel = channel
    self.connections = connections
  }

  /// Records the start of a call that ends by itself.
  func begin() {
    busy.withLock { busy in
      busy += 1
      _ = connections.note(.busy, for: channel)
    }
  }

  /// Records the end of such a call, and closes the connection if the server is shutting down.
  func end() {
    let mayGoOn = busy.withLock { busy in
      busy -= 1
      return busy > 0 || connections.note(.endless, for: channel)
    }
    if !mayGoOn { channel.close(promise: nil) }
  }
}
#endif
