#if Network
import NIOHTTP2

/// A limit on the total size of the long messages that one connection receives at the same time.
///
/// A stream reserves room for a message longer than its window before the client may send the
/// remainder. Use a budget only on the connection's event loop.
final class RequestBudget {
  /// The maximum number of reserved bytes, except for a single larger message.
  private static let limit = 64 << 20

  private var reserved: [HTTP2StreamID: Int] = [:]
  private var total = 0
  private var waiting: [(id: HTTP2StreamID, count: Int, action: () -> Void)] = []

  /// Reserves bytes for a stream, and runs an action once they are available.
  func reserve(_ count: Int, for id: HTTP2StreamID, then action: @escaping () -> Void) {
    waiting.append((id, count, action))
    admit()
  }

  /// Releases the reservation of a stream, or cancels it if it is pending.
  func release(_ id: HTTP2StreamID) {
    waiting.removeAll { $0.id == id }
    total -= reserved.removeValue(forKey: id) ?? 0
    admit()
  }

  private func admit() {
    while let (id, count, action) = waiting.first, total == 0 || total + count <= Self.limit {
      waiting.removeFirst()
      reserved[id] = count
      total += count
      action()
    }
  }
}
#endif
