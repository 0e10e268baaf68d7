import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Transforms the elements on all cores, and returns the results in the elements' order.
  ///
  /// It is for what computes: the thread that calls waits, and does a part of the work. The other threads are of no task, so they know
  /// none of its values.
  package func parallelMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    guard count > 1 else { return map(transform) }
    let results = Mutex([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = transform(self[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
