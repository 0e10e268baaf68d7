import TaneCore
import Testing

@Suite("Work counters")
struct WorkCounterTests {
  @Test("Work is counted on all threads of a parallel map")
  func parallel() {
    let counter = WorkCounter()
    WorkCounter.$current.withValue(counter) {
      WorkCounter.expect(1000, .files)
      _ = Array(0..<1000).parallelMap { _ in WorkCounter.add(1, .files) }
    }
    #expect(counter.amount == WorkCounter.Amount(.files, done: 1000, total: 1000))
  }

  @Test("The amount with a total is preferred, and a unit without work is not shown")
  func preferred() {
    let counter = WorkCounter()
    #expect(counter.amount == nil)
    counter.add(7, .bytes)
    #expect(counter.amount == WorkCounter.Amount(.bytes, done: 7))
    WorkCounter.$current.withValue(counter) { WorkCounter.expect(10, .values) }
    #expect(counter.amount == WorkCounter.Amount(.bytes, done: 7))
    counter.add(2, .values)
    #expect(counter.amount == WorkCounter.Amount(.values, done: 2, total: 10))
    counter.reset()
    #expect(counter.amount == nil)
  }

  @Test("Nothing is computed without a counter")
  func absent() {
    func count() -> Int {
      Issue.record("the work was counted")
      return 1
    }
    WorkCounter.add(count(), .values)
    WorkCounter.expect(count(), .values)
  }
}
