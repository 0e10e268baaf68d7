import Synchronization

/// Makes the keys of nodes that clients push: 20 characters that sort in the order in which they were made.
///
/// Eight characters are the time in milliseconds since 1970, twelve are random; within a millisecond
/// the random part counts up
/// (<https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68>).
final class PushKeys: Sendable {
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8
  )

  private struct State {
    var time: Int64 = -1
    var digits = [UInt8](repeating: 0, count: 12)
  }

  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// A new key, greater than every one before.
  func next() -> String {
    let now = now()
    let digits = state.withLock { state in
      if now > state.time {
        state.time = now
        for index in state.digits.indices { state.digits[index] = .random(in: 0..<64) }
      } else {
        Self.increment(&state)
      }
      return Self.digits(of: state.time) + state.digits
    }
    return String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
  }

  private static func increment(_ state: inout State) {
    for index in state.digits.indices.reversed() {
      state.digits[index] = (state.digits[index] + 1) % 64
      if state.digits[index] != 0 { return }
    }
    // No number is left in this millisecond.
    state.time += 1
  }

  private static func digits(of time: Int64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: time >> (6 * $0)) & 63 }
  }
}
