#if Network
import NIOHTTP2

/// Bounds the bytes of long messages that one connection receives at a time.
///
/// A stream reserves room for a message that is longer than its window before the client may send the rest. For use on the
/// event loop of the connection alone.
final class RequestBudget {
  /// The most bytes that are reserved, but for one message.
  private static let limit = 64 << 20

  private var reserved: [HTTP2StreamID: Int] = [:]
  private var total = 0
  private var waiting: [(id: HTTP2StreamID, count: Int, action: () -> Void)] = []

  /// Reserves bytes for a stream, and runs an action once they are.
  func reserve(_ count: Int, for id: HTTP2StreamID, then action: @escaping () -> Void) {
    waiting.append((id, count, action))
    admit()
  }

  /// Releases what a stream has reserved, or waits for.
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
