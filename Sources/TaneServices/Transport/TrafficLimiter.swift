/// A limiter for concurrent requests to a service and for the bytes sent per minute.
///
/// After a 429 or 503 response all requests wait, and the number of concurrent requests and the
/// rate are halved. Successful responses increase both step by step.
package actor TrafficLimiter {
  /// The lowest rate after slowing down, as a fraction of the maximum rate.
  private static let smallestShare = 1.0 / 64

  private let clock: ServiceClock
  private let bytesPerMinute: Int?
  private let maximumRequests: Int
  /// The current maximum number of concurrent requests.
  private(set) var allowedRequests: Int
  /// The current rate as a fraction of the maximum rate.
  private(set) var share = 1.0
  private var runningRequests = 0
  /// The number of successful responses since the limits last changed.
  private var servedCount = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  private var nextID = 0
  /// The time from which the rate allows another transfer.
  private var nextTransfer: Duration = .zero
  /// The end of the pause that the service requested.
  private var pausedUntil: Duration = .zero
  /// The current pause, the log for it, and the earliest time at which it is logged again.
  private var pause: (wait: ServiceWait, log: RequestLog, reportedUntil: Duration)?

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - requests: The maximum number of concurrent requests.
  ///   - bytesPerMinute: The maximum number of bytes sent per minute, or nil if unlimited.
  ///   - clock: The clock.
  package init(requests: Int = 8, bytesPerMinute: Int? = nil, clock: ServiceClock = .system) {
    maximumRequests = max(1, requests)
    allowedRequests = maximumRequests
    self.bytesPerMinute = bytesPerMinute.map { max(1, $0) }
    self.clock = clock
  }

  /// Waits until a request with the given number of bytes may be sent; call `leave` afterward.
  func acquire(bytes: Int) async throws {
    try await acquireSlot()
    do {
      while let delay = remainingDelay() {
        reportPause()
        try await clock.sleep(min(delay, ServiceWait.interval))
      }
      if let bytesPerMinute {
        let time = Duration.seconds(60) * bytes / bytesPerMinute / share
        nextTransfer = max(nextTransfer, clock.uptime()) + time
      }
    } catch {
      leave(wasServed: false)
      throw error
    }
  }

  /// Records the end of a request, and admits waiting requests.
  ///
  /// - Parameter wasServed: True if the service accepted the request.
  func leave(wasServed: Bool) {
    runningRequests -= 1
    if wasServed { raiseLimits() }
    admit()
  }

  /// Pauses all requests for a time, and reduces their rate from then on.
  ///
  /// - Parameters:
  ///   - duration: The duration of the pause.
  ///   - wait: The wait to log on behalf of all requests, if any.
  ///   - log: The log.
  func slowDown(
    for duration: Duration,
    reporting wait: ServiceWait? = nil,
    _ log: RequestLog = .none
  ) {
    let now = clock.uptime()
    if let wait, now >= pausedUntil { pause = (wait, log, now) }
    // Concurrent requests receive the same response, but only the first one reduces the limits.
    if now >= pausedUntil {
      allowedRequests = max(1, allowedRequests / 2)
      share = max(Self.smallestShare, share / 2)
      servedCount = 0
    }
    pausedUntil = max(pausedUntil, now + duration)
  }

  /// Allows one more concurrent request and a higher rate once the number of successful responses
  /// reaches the number of allowed requests.
  private func raiseLimits() {
    guard allowedRequests < maximumRequests || share < 1 else { return }
    servedCount += 1
    guard servedCount >= allowedRequests else { return }
    servedCount = 0
    allowedRequests = min(maximumRequests, allowedRequests + 1)
    share = min(1, share + 1 / Double(maximumRequests))
  }

  /// Logs the remaining pause, unless it was logged recently.
  private func reportPause() {
    let now = clock.uptime()
    guard var pause, pausedUntil > now, now >= pause.reportedUntil else { return }
    pause.wait.remaining = pausedUntil - now
    pause.log.note(pause.wait)
    pause.reportedUntil = now + ServiceWait.interval
    self.pause = pause
  }

  private func remainingDelay() -> Duration? {
    let start = max(pausedUntil, bytesPerMinute == nil ? .zero : nextTransfer)
    let delay = start - clock.uptime()
    return delay > .zero ? delay : nil
  }

  private func acquireSlot() async throws {
    try Task.checkCancellation()
    if runningRequests < allowedRequests, waiting.isEmpty {
      runningRequests += 1
      return
    }
    let id = nextID
    nextID += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting.append((id, continuation))
        }
      }
    } onCancel: {
      Task { await self.cancelWait(id) }
    }
  }

  private func admit() {
    while runningRequests < allowedRequests, !waiting.isEmpty {
      runningRequests += 1
      waiting.removeFirst().continuation.resume()
    }
  }

  private func cancelWait(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
