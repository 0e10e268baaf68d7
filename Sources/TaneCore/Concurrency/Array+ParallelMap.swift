import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Transforms the elements on all cores, and returns the results in the elements' order.
  ///
  /// Intended for CPU-bound work. The calling thread takes part in the work and blocks until all of
  /// it is done. The other threads run outside the caller's task, so the work counter is the only
  /// task-local value that they can access.
  package func parallelMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    guard count > 1 else { return map(transform) }
    let results = Mutex([Result?](repeating: nil, count: count))
    let counter = WorkCounter.current
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = WorkCounter.$current.withValue(counter) { transform(self[index]) }
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
