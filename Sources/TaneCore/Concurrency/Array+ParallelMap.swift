import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Transforms the elements on all cores, and returns the results in the elements' order.
  ///
  /// Intended for CPU-bound work. The calling thread takes part in the work and blocks until all of
  /// it is done. The other threads do not belong to the task, and see none of its task-local values
  /// except the work counter.
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
