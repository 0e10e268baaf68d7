/// Keeps the requests to a service few at a time, and their bytes within a rate.
///
/// Where the service asks for patience (429 or 503), all requests wait, not only the one that was told.
public actor TrafficLimiter {
  private let clock: ServiceClock
  private let bytesPerMinute: Int?
  private var freePlaces: Int
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  private var nextID = 0
  /// When the bytes that were sent so far fit the rate.
  private var nextTransfer: Duration = .zero
  /// Until when nothing is sent, as the service asked.
  private var pausedUntil: Duration = .zero

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - requests: The most requests at one time.
  ///   - bytesPerMinute: The most bytes to send in a minute; nil for any number.
  ///   - clock: The time.
  public init(requests: Int = 8, bytesPerMinute: Int? = nil, clock: ServiceClock = .system) {
    freePlaces = max(1, requests)
    self.bytesPerMinute = bytesPerMinute.map { max(1, $0) }
    self.clock = clock
  }

  /// Waits until a request of a number of bytes may be sent; `leave()` must follow.
  func enter(bytes: Int) async throws {
    try await takePlace()
    do {
      while let delay = remainingDelay() { try await clock.sleep(delay) }
      if let bytesPerMinute {
        let share = Duration.seconds(60) * bytes / bytesPerMinute
        nextTransfer = max(nextTransfer, clock.uptime()) + share
      }
    } catch {
      leave()
      throw error
    }
  }

  /// Ends a request.
  func leave() {
    if waiting.isEmpty { freePlaces += 1 } else { waiting.removeFirst().continuation.resume() }
  }

  /// Lets all requests wait for a time.
  func pause(for duration: Duration) {
    pausedUntil = max(pausedUntil, clock.uptime() + duration)
  }

  private func remainingDelay() -> Duration? {
    let start = max(pausedUntil, bytesPerMinute == nil ? .zero : nextTransfer)
    let delay = start - clock.uptime()
    return delay > .zero ? delay : nil
  }

  private func takePlace() async throws {
    try Task.checkCancellation()
    if freePlaces > 0 {
      freePlaces -= 1
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
      Task { await self.giveUp(id) }
    }
  }

  private func giveUp(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
