@preconcurrency import OpenCombine

extension Publisher where Failure == Never, Output: Sendable {
  /// What is published from now on, for `for await`.
  var stream: AsyncStream<Output> {
    AsyncStream { continuation in
      let subscription = sink { continuation.yield($0) }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}
