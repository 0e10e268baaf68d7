@preconcurrency import OpenCombine

extension Publisher where Failure == Never, Output: Sendable {
  /// A stream of the values published from now on.
  var stream: AsyncStream<Output> {
    AsyncStream { continuation in
      let subscription = sink { continuation.yield($0) }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}
