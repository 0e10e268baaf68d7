import Synchronization
import Testing

@testable import TaneEmulator

@Suite("Message queues")
struct MessageQueueTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Returns all messages of a finished queue.
  private static func texts(_ queue: MessageQueue) async -> [String] {
    var texts: [String] = []
    for await message in queue { texts.append(String(decoding: message, as: UTF8.self)) }
    return texts
  }

  @Test("A response takes its reserved place in the queue before later events")
  func reservedPlace() async {
    let queue = MessageQueue()
    queue.add(Self.bytes("own event"))
    queue.reserveResponse()
    queue.add(Self.bytes("later event"))
    let iterator = queue.makeAsyncIterator()
    #expect(await iterator.next() == Self.bytes("own event"))
    queue.answer(Self.bytes("answer"))
    queue.answer(Self.bytes("another answer"))
    queue.finish()
    queue.add(Self.bytes("too late"))
    #expect(await Self.texts(queue) == ["answer", "later event", "another answer"])
  }

  @Test("A finished queue still waits for the response of a reserved place")
  func finishedWithReservedPlace() async {
    let queue = MessageQueue()
    queue.reserveResponse()
    queue.finish()
    async let texts = Self.texts(queue)
    queue.answer(Self.bytes("answer"))
    #expect(await texts == ["answer"])
  }

  @Test("A queue is cut off when too many bytes wait, not when too many messages wait")
  func cutOff() async {
    let small = MessageQueue(capacity: 100_000)
    for _ in 0..<1000 { small.add([1]) }
    #expect(!small.hasOverflowed)
    let queue = MessageQueue(capacity: 1000)
    let ended = Mutex(0)
    queue.whenFinished { ended.withLock { $0 += 1 } }
    // A single event may exceed the capacity, as the content of a large database does.
    queue.add([UInt8](repeating: 0, count: 5000))
    #expect(!queue.hasOverflowed)
    queue.add([1])
    #expect(queue.hasOverflowed && ended.withLock { $0 } == 1)
    #expect(await queue.makeAsyncIterator().next() == nil)
    queue.whenFinished { ended.withLock { $0 += 1 } }
    #expect(ended.withLock { $0 } == 2)
  }

  @Test("Bytes taken from a queue and responses do not count against its limit")
  func takenBytes() async {
    let queue = MessageQueue(capacity: 1000)
    let iterator = queue.makeAsyncIterator()
    for _ in 0..<10 {
      queue.add([UInt8](repeating: 0, count: 900))
      #expect(await iterator.next()?.count == 900)
    }
    for _ in 0..<10 { queue.answer([UInt8](repeating: 0, count: 900)) }
    queue.add([UInt8](repeating: 0, count: 900))
    #expect(!queue.hasOverflowed)
  }

  @Test("A queue has room again when enough messages are taken or when it ends")
  func room() async {
    let queue = MessageQueue(capacity: 1000)
    await queue.waitForRoom()
    queue.answer([UInt8](repeating: 0, count: 900))
    queue.answer([UInt8](repeating: 0, count: 900))
    let order = Mutex<[String]>([])
    async let waited: Void = {
      await queue.waitForRoom()
      order.withLock { $0.append("room") }
    }()
    order.withLock { $0.append("taking") }
    _ = await queue.makeAsyncIterator().next()
    await waited
    #expect(order.withLock { $0 }.last == "room")
    queue.answer([UInt8](repeating: 0, count: 5000))
    async let ended: Void = queue.waitForRoom()
    queue.finish()
    await ended
  }

  @Test("A queue ends when its consumer is cancelled or released")
  func cancellation() async {
    let queue = MessageQueue()
    let taking = Task { await queue.makeAsyncIterator().next() }
    taking.cancel()
    #expect(await taking.value == nil)
    queue.add([1])
    #expect(await queue.makeAsyncIterator().next() == nil)
    let ended = Mutex(false)
    _ = {
      let queue = MessageQueue()
      queue.whenFinished { ended.withLock { $0 = true } }
    }()
    #expect(ended.withLock { $0 })
  }
}
