import HTTPTypes
import TaneCore

/// A client that sends calls to one service with a credential, within limits, and retries them if
/// that is safe.
struct ServiceClient: Sendable {
  /// A response whose body may be streamed.
  struct OpenResponse: Sendable {
    var answer: ServiceResponse
    /// The body, or nil if it was already read into `answer`.
    let body: TransportBody?
  }

  private enum Outcome: Sendable {
    /// A response, with a pause for all requests if the service requires one.
    case answer(OpenResponse, pause: Duration?)
    case failure(TransportFailure)
  }

  /// The progress of a call over its attempts.
  private struct CallState {
    var attempts = 0
    var mayHaveBeenApplied = false
    var mayStillArrive = false
    var refusedToken: String?
    /// The time of the last progress: when the first attempt was sent, or bytes were received.
    var progress: Duration?
  }

  /// The action after an attempt.
  private enum NextAction {
    case finish(OpenResponse)
    case fail(StoreError)
    /// Retry with a token other than this one.
    case renewToken(String)
    /// Retry after a delay.
    case wait(Duration, reason: String, forAll: Bool)
  }

  /// The maximum number of bytes read from an error response.
  private static let maximumErrorBytes = 1 << 20

  /// The service's name and address for errors, such as `shops (https://…)`.
  let service: String
  let connection: ServiceConnection
  /// The location of the signed-in user's token in requests.
  var userTokens = UserTokenLocation.bearer

  private var clock: ServiceClock { connection.clock }

  /// Sends a call and reads the response.
  ///
  /// Responses of any status are returned, after retries if they are safe.
  ///
  /// - Throws: A `StoreError` if there is no response, or a `CancellationError`.
  func send(_ call: ServiceCall) async throws -> ServiceResponse {
    try await attempt(call, isStreamed: false).answer
  }

  /// Sends a call with a streamed response, and returns the response after its header has arrived.
  ///
  /// The body of an unsuccessful response is read instead of streamed.
  func open(_ call: ServiceCall) async throws -> OpenResponse {
    try await attempt(call, isStreamed: true)
  }

  /// Returns a store error with the service's name.
  func error(
    _ code: StoreError.Code,
    _ call: ServiceCall,
    _ message: String,
    outcome: StoreError.Outcome = .nothingWritten,
    mayStillArrive: Bool = false
  ) -> StoreError {
    StoreError(
      code,
      service: service,
      "\(call.summary): \(message)",
      outcome: outcome,
      mayStillArrive: mayStillArrive
    )
  }

  /// Returns the error for a task that was canceled after some of its requests were made.
  func stopped() -> StoreError {
    StoreError(
      .cancelled,
      service: service,
      "canceled before all requests were sent",
      outcome: .partlyWritten
    )
  }

  private func attempt(_ call: ServiceCall, isStreamed: Bool) async throws -> OpenResponse {
    var state = CallState()
    do {
      return try await attempt(call, isStreamed: isStreamed, &state)
    } catch is CancellationError where state.mayHaveBeenApplied && call.mayWrite {
      throw error(
        .cancelled,
        call,
        "canceled after an attempt that received no response",
        outcome: .unknown
      )
    }
  }

  private func attempt(
    _ call: ServiceCall,
    isStreamed: Bool,
    _ state: inout CallState
  ) async throws -> OpenResponse {
    let id = connection.log.nextID()
    while true {
      state.attempts += 1
      let authorization = try await connection.authorization(
        for: call,
        of: service,
        refusing: state.refusedToken
      )
      let request = request(call, authorization)
      var record = RequestRecord(id: id, attempt: state.attempts, request)
      let outcome: Outcome
      do {
        outcome = try await sendOnce(call, request, isStreamed: isStreamed, &record)
      } catch {
        connection.log.note(record)
        throw error
      }
      recordProgress(of: outcome, record, in: &state)
      let nextAction = nextAction(
        of: outcome,
        call,
        &state,
        renewable: state.refusedToken == nil && connection.canRenewToken
          ? authorization?.token : nil
      )
      record.nextAction = Self.loggedAction(nextAction)
      connection.log.note(record)
      switch nextAction {
      case .finish(let answer): return answer
      case .fail(let error): throw error
      case .renewToken(let token): state.refusedToken = token
      case .wait(let delay, let reason, let forAll):
        if !forAll {
          try await makeServiceWait(for: delay, reason: reason, attempt: state.attempts + 1)
            .run(on: clock, loggingTo: connection.log)
        }
        // If all requests have to wait, the reads of the check wait as well.
        try await call.checkBeforeRetry?()
      }
    }
  }

  private func recordProgress(
    of outcome: Outcome,
    _ record: RequestRecord,
    in state: inout CallState
  ) {
    let now = clock.uptime()
    if case .failure = outcome, record.bytesReceived > 0 { state.progress = now }
    if state.progress == nil { state.progress = now - record.duration }
  }

  /// Returns true if the number of attempts and the timeout allow another attempt after a delay.
  private func canRetry(_ state: CallState, of attempts: Int, after delay: Duration) -> Bool {
    let now = clock.uptime()
    return state.attempts < attempts
      && connection.policy.allows(delay, after: now - (state.progress ?? now))
  }

  private func makeServiceWait(for delay: Duration, reason: String?, attempt: Int) -> ServiceWait {
    ServiceWait(
      service: String(service.prefix { $0 != " " }),
      total: delay,
      remaining: delay,
      reason: reason,
      attempt: attempt,
      attempts: connection.policy.attempts
    )
  }

  private func nextAction(
    of outcome: Outcome,
    _ call: ServiceCall,
    _ state: inout CallState,
    renewable token: String?
  ) -> NextAction {
    switch outcome {
    case .answer(var open, let pause):
      let answer = open.answer
      // For users, a denial by rules is common; a new token helps only if the credential itself was
      // rejected.
      let isDenied = connection.user?.isSignedIn == true && answer.isDeniedByRules
      if answer.status == 401, let token, !isDenied { return .renewToken(token) }
      let delay = pause ?? delay(after: state.attempts, answer)
      guard call.retry.allows(status: answer.status),
        canRetry(state, of: connection.policy.attempts, after: delay)
      else {
        open.answer.mayHaveBeenApplied = state.mayHaveBeenApplied
        open.answer.mayStillArrive = state.mayStillArrive
        return .finish(open)
      }
      state.mayHaveBeenApplied = state.mayHaveBeenApplied || !answer.wasNotAttempted
      let isAsked = answer.fields[.retryAfter] != nil
      return .wait(
        delay,
        reason: "status \(answer.status)" + (isAsked ? ", with Retry-After" : ""),
        forAll: pause != nil
      )
    case .failure(let failure):
      state.mayHaveBeenApplied = state.mayHaveBeenApplied || failure.mayHaveArrived
      state.mayStillArrive =
        state.mayStillArrive || failure.mayHaveArrived && failure.reason == .timedOut
      let allowed = RetryRule.attempts(after: failure, at: call.host, of: connection.policy)
      let delay = delay(after: state.attempts, nil)
      guard state.attempts < allowed, call.retry.allows(failure) else {
        return .fail(missingResponse(call, failure, state))
      }
      guard canRetry(state, of: allowed, after: delay) else {
        return .fail(missingResponse(call, failure, state, isOutOfTime: true))
      }
      return .wait(delay, reason: failure.words, forAll: false)
    }
  }

  private static func loggedAction(_ nextAction: NextAction) -> RequestRecord.NextAction {
    switch nextAction {
    case .finish, .fail: .none
    case .renewToken: .renewsToken
    case .wait(let delay, let reason, _): .waits(delay, reason: reason)
    }
  }

  private func delay(after attempts: Int, _ answer: ServiceResponse?) -> Duration {
    connection.policy.delay(
      after: attempts,
      requested: answer?.retryAfter(now: clock.wallTime()),
      random: clock.random()
    )
  }
}

extension ServiceClient {
  private func sendOnce(
    _ call: ServiceCall,
    _ request: TransportRequest,
    isStreamed: Bool,
    _ record: inout RequestRecord
  ) async throws -> Outcome {
    let limiter = connection.limiter
    let arrival = clock.uptime()
    try await limiter.acquire(bytes: call.body.count)
    let start = clock.uptime()
    record.throttleDelay = start - arrival
    defer { record.duration = clock.uptime() - start }
    do {
      try Task.checkCancellation()
      let open = try await exchange(
        request,
        call,
        attempt: record.attempt,
        isStreamed: isStreamed,
        &record.bytesReceived
      )
      record.result = .status(open.answer.status)
      let pause = open.answer.wasNotAttempted ? delay(after: record.attempt, open.answer) : nil
      if let pause {
        let isAsked = open.answer.fields[.retryAfter] != nil
        let reason = isAsked ? nil : "too many requests, or the service is unavailable"
        await limiter.slowDown(
          for: pause,
          reporting: makeServiceWait(for: pause, reason: reason, attempt: record.attempt + 1),
          connection.log
        )
      }
      await limiter.leave(wasServed: open.answer.status < 400)
      return .answer(open, pause: pause)
    } catch let failure as TransportFailure {
      record.result = .failure(failure.words)
      await limiter.leave(wasServed: false)
      return .failure(failure)
    } catch {
      await limiter.leave(wasServed: false)
      throw error
    }
  }

  /// Sends a request and receives its response.
  ///
  /// A write is not canceled with the task, since only the response shows whether the write was
  /// applied.
  private func exchange(
    _ request: TransportRequest,
    _ call: ServiceCall,
    attempt: Int,
    isStreamed: Bool,
    _ count: inout Int
  ) async throws -> OpenResponse {
    let exchange = { @Sendable () async -> (Result<OpenResponse, any Error>, received: Int) in
      var received = 0
      let watch = watch(attempt: attempt)
      defer { watch?.cancel() }
      do {
        let response = try await connection.transport.send(request)
        watch?.cancel()
        let open = try await receive(response, of: call, isStreamed: isStreamed, &received)
        return (.success(open), received)
      } catch {
        return (.failure(error), received)
      }
    }
    let isAwaited = call.mayWrite && !call.stopsOnCancellation
    let result: Result<OpenResponse, any Error>
    (result, count) = isAwaited ? await Task { await exchange() }.value : await exchange()
    do {
      return try result.get()
    } catch is CancellationError where call.mayWrite {
      throw stopped().with(.unknown)
    }
  }

  /// Starts a task that logs that the service does not respond, until the task is canceled.
  private func watch(attempt: Int) -> Task<Void, any Error>? {
    connection.waitLogDelay.map { delay in
      Task {
        var wait = makeServiceWait(
          for: connection.policy.timeout,
          reason: "no response yet",
          attempt: attempt
        )
        try await clock.sleep(delay)
        wait.remaining -= delay
        try await wait.run(on: clock, loggingTo: connection.log)
      }
    }
  }

  private func request(
    _ call: ServiceCall,
    _ authorization: ServiceAuthorization?
  ) -> TransportRequest {
    var request = TransportRequest(
      call.method,
      call.url,
      fields: call.fields,
      body: call.body,
      timeout: call.timeout
    )
    if let authorization { request.authorize(authorization, usersIn: userTokens) }
    return request
  }

  private func receive(
    _ response: TransportResponse,
    of call: ServiceCall,
    isStreamed: Bool,
    _ count: inout Int
  ) async throws -> OpenResponse {
    if isStreamed, (200..<300).contains(response.status) {
      let answer = ServiceResponse(status: response.status, fields: response.fields, body: [])
      return OpenResponse(answer: answer, body: response.body)
    }
    let body = try await read(response, of: call, &count)
    let answer = ServiceResponse(status: response.status, fields: response.fields, body: body)
    return OpenResponse(answer: answer, body: nil)
  }

  private func read(
    _ response: TransportResponse,
    of call: ServiceCall,
    _ count: inout Int
  ) async throws -> [UInt8] {
    let isSuccess = (200..<300).contains(response.status)
    let limit = isSuccess ? call.maximumBytes : Self.maximumErrorBytes
    var body: [UInt8] = []
    let length = response.fields[.contentLength].flatMap { Int($0) }
    if isSuccess, let length, length > limit { throw tooLarge(call) }
    // The length from the server is trusted only up to a limit.
    if let length { body.reserveCapacity(min(length, limit, 1 << 26)) }
    let start = clock.uptime()
    for try await chunk in response.body {
      body.append(contentsOf: chunk)
      WorkCounter.add(chunk.count, .bytes)
      count = body.count
      if body.count > limit {
        if isSuccess { throw tooLarge(call) }
        return body
      }
      if let timeout = call.timeout, clock.uptime() - start > timeout {
        throw TransportFailure(.timedOut, mayHaveArrived: true)
      }
    }
    if call.method != .head, let length, body.count < length {
      throw TransportFailure(.closed, mayHaveArrived: true)
    }
    return body
  }

  private func tooLarge(_ call: ServiceCall) -> StoreError {
    error(
      .tooLarge,
      call,
      "the response is larger than \(call.maximumBytes.grouped) bytes, the requested maximum"
    )
  }

  private func missingResponse(
    _ call: ServiceCall,
    _ failure: TransportFailure,
    _ state: CallState,
    isOutOfTime: Bool = false
  ) -> StoreError {
    let elapsed = clock.uptime() - (state.progress ?? clock.uptime())
    let time = "\(Int((elapsed / .seconds(1)).rounded()).grouped) s"
    return error(
      .unreachable,
      call,
      failure.explanation(host: call.host)
        + (isOutOfTime ? "; \(time) without progress (--timeout, limits.timeout)" : ""),
      outcome: call.mayWrite && state.mayHaveBeenApplied ? .unknown : .nothingWritten,
      mayStillArrive: call.mayWrite && state.mayStillArrive
    )
  }
}
