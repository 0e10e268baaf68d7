extension Sequence where Element: Sendable {
  /// Transforms the elements with limited concurrency, and returns the results in order.
  ///
  /// The first error cancels the remaining transformations.
  package func concurrentMap<Result: Sendable>(
    atOnce limit: Int = 8,
    _ transform: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results: [Int: Result] = [:]
      for (index, element) in enumerated() {
        if index >= limit, let (done, result) = try await group.next() { results[done] = result }
        group.addTask { (index, try await transform(element)) }
      }
      for try await (done, result) in group { results[done] = result }
      return results.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
