import TestSupport
import Synchronization
import TaneCore
import Testing

@Suite("Push IDs")
struct PushIDGeneratorTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time: Mutex<Int64>
    init(_ time: Int64) { self.time = Mutex(time) }
    func set(_ value: Int64) { time.withLock { $0 = value } }
    var now: Int64 { time.withLock { $0 } }
  }

  /// A generator that always returns the same number.
  private struct Constant: RandomNumberGenerator {
    let value: UInt64
    mutating func next() -> UInt64 { value }
  }

  private func generator(_ clock: Clock, _ randomness: some RandomNumberGenerator & Sendable)
    -> PushIDGenerator
  {
    PushIDGenerator(clock: { clock.now }, randomness: randomness)
  }

  @Test("A push ID has eight digits of time in base 64 and twelve random ones")
  func layout() {
    // The published ID -JhLeOlGIEjaIOFHR0xd was generated 1,423,088,131,153 ms after 1970.
    let id = generator(Clock(1_423_088_131_153), Constant(value: 63)).next()
    #expect(id == "-JhLeOlGzzzzzzzzzzzz")
    #expect(generator(Clock(0), Constant(value: 0)).next() == "--------------------")
    #expect(generator(Clock((1 << 48) - 1), Constant(value: 10)).next() == "zzzzzzzz999999999999")
  }

  @Test("The random part of push IDs counts up with carry within a millisecond")
  func increment() {
    let ids = generator(Clock(0), Constant(value: 62))
    #expect(
      (0..<3).map { _ in ids.next() } == [
        "--------yyyyyyyyyyyy", "--------yyyyyyyyyyyz", "--------yyyyyyyyyyz-",
      ]
    )
  }

  @Test("Push IDs move to the next millisecond when the random part overflows")
  func overflow() {
    let clock = Clock(0)
    let ids = generator(clock, Constant(value: 63))
    #expect(ids.next() == "--------zzzzzzzzzzzz")
    #expect(ids.next() == "-------0zzzzzzzzzzzz")
    clock.set(1)
    #expect(ids.next() == "-------1zzzzzzzzzzzz")
  }

  @Test("Push IDs still grow when the clock steps back")
  func clockStepsBack() {
    let clock = Clock(1000)
    let ids = generator(clock, SeededGenerator(seed: 1))
    let first = ids.next()
    clock.set(500)
    let second = ids.next()
    #expect(first < second && first.prefix(8) == second.prefix(8))
    clock.set(1001)
    #expect(second < ids.next())
  }

  @Test("10,000 push IDs at random times are legal, unique and in key order")
  func properties() {
    var random = SeededGenerator(seed: 7)
    let clock = Clock(1_700_000_000_000)
    let generator = generator(clock, SeededGenerator(seed: 8))
    var ids: [String] = []
    for _ in 0..<10_000 {
      clock.set(clock.now + Int64(random.next() % 3))
      ids.append(generator.next())
    }
    #expect(Set(ids).count == ids.count)
    #expect(zip(ids, ids.dropFirst()).allSatisfy { KeyOrder.precedes($0, $1) })
    #expect(ids.allSatisfy { $0.utf8.count == 20 })
    #expect(ids.allSatisfy { RealtimeDatabaseLimits.illegalCharacter(in: $0) == nil })
  }

  @Test("Concurrent tasks never get the same push ID")
  func concurrency() async {
    let generator = generator(Clock(0), SystemRandomNumberGenerator())
    let ids = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator.next() } } }
      return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 4000)
  }
}
