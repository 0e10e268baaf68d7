import Synchronization

/// A generator of Firebase push IDs: 20-character keys that sort in order of creation.
///
/// Eight characters encode the time in milliseconds since 1970, and twelve are random; within a
/// millisecond the random part is incremented to keep the order. If the clock is set back, the
/// latest time is reused; if the random part overflows, the next millisecond is used
/// (<https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68>).
public final class PushIDGenerator: Sendable {
  private struct State {
    var randomness: any RandomNumberGenerator & Sendable
    var time: Int64 = -1
    var digits = [UInt8](repeating: 0, count: PushIDGenerator.randomCount)
  }

  /// The 64 digits, in ASCII order, which is also key order.
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8
  )
  private static let timeCount = 8
  private static let randomCount = 12

  private let state: Mutex<State>
  private let clock: @Sendable () -> Int64

  /// Creates a generator; the clock returns milliseconds since 1970.
  package init(
    clock: @escaping @Sendable () -> Int64,
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.clock = clock
    state = Mutex(State(randomness: randomness))
  }

  /// Returns a new ID, greater than all IDs that the generator returned before.
  package func next() -> String {
    let now = clock()
    let bytes = state.withLock { state in
      if now > state.time {
        state.time = now
        Self.randomize(&state)
      } else {
        Self.increment(&state)
      }
      return Self.digits(of: state.time) + state.digits
    }
    return String(decoding: bytes.map { Self.alphabet[Int($0)] }, as: UTF8.self)
  }

  private static func randomize(_ state: inout State) {
    for index in state.digits.indices {
      state.digits[index] = UInt8(truncatingIfNeeded: state.randomness.next()) & 63
    }
  }

  private static func increment(_ state: inout State) {
    for index in state.digits.indices.reversed() {
      state.digits[index] = (state.digits[index] + 1) & 63
      if state.digits[index] != 0 { return }
    }
    state.time += 1
    randomize(&state)
  }

  private static func digits(of time: Int64) -> [UInt8] {
    (0..<timeCount).reversed().map { UInt8(truncatingIfNeeded: time >> (6 * $0)) & 63 }
  }
}
