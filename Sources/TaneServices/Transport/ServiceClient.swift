import HTTPTypes
import TaneCore

/// Sends the calls of one service: with a credential, within limits, and again where that is safe.
struct ServiceClient: Sendable {
  /// An answer, and its body where that goes on.
  struct OpenAnswer: Sendable {
    var answer: ServiceAnswer
    /// The body; nil where it was read already, into `answer`.
    let body: TransportBody?
  }

  private enum Outcome: Sendable {
    /// An answer, and how long all requests now wait where the service asks for patience.
    case answer(OpenAnswer, pause: Duration?)
    case failure(TransportFailure)
  }

  /// What is to follow an attempt.
  private enum Sequel {
    case finish(OpenAnswer)
    case fail(StoreError)
    /// Ask again with another token than this one.
    case renewToken(String)
    /// Ask again after a while.
    case wait(Duration, reason: String, forAll: Bool)
  }

  /// As much of an error's text as is read, in bytes.
  private static let errorBytes = 1 << 20

  /// The service and its address, as errors name it: `shops (https://…)`.
  let service: String
  let connection: ServiceConnection

  private var clock: ServiceClock { connection.clock }

  /// Sends a call and reads the answer.
  ///
  /// An answer of any status is returned, after what may be sent again was.
  ///
  /// - Throws: A `StoreError` where there is no answer, or `CancellationError`.
  func send(_ call: ServiceCall) async throws -> ServiceAnswer {
    try await attempt(call, goesOn: false).answer
  }

  /// Sends a call whose answer goes on, and returns it when its head is there.
  ///
  /// The body of an answer that is no success is read.
  func open(_ call: ServiceCall) async throws -> OpenAnswer {
    try await attempt(call, goesOn: true)
  }

  /// A store's error with this service's name.
  func error(
    _ code: StoreError.Code,
    _ call: ServiceCall,
    _ message: String,
    outcome: StoreError.Outcome = .nothingWritten
  ) -> StoreError {
    StoreError(code, service: service, "\(call.summary): \(message)", outcome: outcome)
  }

  /// The error of a task that was cancelled between requests of which some had been made.
  func stopped() -> StoreError {
    StoreError(.cancelled, service: service, "stopped before the end", outcome: .partlyWritten)
  }

  private func attempt(_ call: ServiceCall, goesOn: Bool) async throws -> OpenAnswer {
    var mayHaveBeenDone = false
    do {
      return try await attempt(call, goesOn: goesOn, &mayHaveBeenDone)
    } catch is CancellationError where mayHaveBeenDone && call.mayWrite {
      throw error(
        .cancelled,
        call,
        "stopped after an attempt that got no answer",
        outcome: .unknown
      )
    }
  }

  private func attempt(
    _ call: ServiceCall,
    goesOn: Bool,
    _ mayHaveBeenDone: inout Bool
  ) async throws -> OpenAnswer {
    let id = connection.log.nextID()
    var attempts = 0
    var refusedToken: String?
    while true {
      attempts += 1
      let token = try await connection.token(for: call, of: service, refusing: refusedToken)
      let request = request(call, token)
      var record = RequestRecord(id: id, attempt: attempts, request)
      let outcome: Outcome
      do {
        outcome = try await once(call, request, goesOn: goesOn, &record)
      } catch {
        connection.log.note(record)
        throw error
      }
      let sequel = sequel(
        of: outcome,
        call,
        attempts: attempts,
        &mayHaveBeenDone,
        renewable: refusedToken == nil && connection.canRenewToken ? token : nil
      )
      record.sequel = Self.shown(sequel)
      connection.log.note(record)
      switch sequel {
      case .finish(let answer): return answer
      case .fail(let error): throw error
      case .renewToken(let token): refusedToken = token
      case .wait(let delay, _, let forAll): if !forAll { try await clock.sleep(delay) }
      }
    }
  }

  private func sequel(
    of outcome: Outcome,
    _ call: ServiceCall,
    attempts: Int,
    _ mayHaveBeenDone: inout Bool,
    renewable token: String?
  ) -> Sequel {
    switch outcome {
    case .answer(var open, let pause):
      let answer = open.answer
      if answer.status == 401, let token { return .renewToken(token) }
      guard attempts < connection.policy.attempts, call.retry.allows(status: answer.status) else {
        open.answer.mayHaveBeenDone = mayHaveBeenDone
        return .finish(open)
      }
      mayHaveBeenDone = mayHaveBeenDone || !answer.wasNotAttempted
      let isAsked = answer.fields[.retryAfter] != nil
      return .wait(
        pause ?? delay(after: attempts, answer),
        reason: "status \(answer.status)" + (isAsked ? ", and Retry-After" : ""),
        forAll: pause != nil
      )
    case .failure(let failure):
      mayHaveBeenDone = mayHaveBeenDone || failure.mayHaveArrived
      let allowed = RetryRule.attempts(after: failure, at: call.host, of: connection.policy)
      guard attempts < allowed, call.retry.allows(failure) else {
        return .fail(noAnswer(call, failure, mayHaveBeenDone: mayHaveBeenDone))
      }
      return .wait(delay(after: attempts, nil), reason: failure.words, forAll: false)
    }
  }

  private static func shown(_ sequel: Sequel) -> RequestRecord.Sequel {
    switch sequel {
    case .finish, .fail: .none
    case .renewToken: .renewsToken
    case .wait(let delay, let reason, _): .waits(delay, reason: reason)
    }
  }

  private func delay(after attempts: Int, _ answer: ServiceAnswer?) -> Duration {
    connection.policy.delay(
      after: attempts,
      requested: answer?.retryAfter(now: clock.wallTime()),
      random: clock.random()
    )
  }
}

extension ServiceClient {
  private func once(
    _ call: ServiceCall,
    _ request: TransportRequest,
    goesOn: Bool,
    _ record: inout RequestRecord
  ) async throws -> Outcome {
    let limiter = connection.limiter
    let arrival = clock.uptime()
    try await limiter.enter(bytes: call.body.count)
    let start = clock.uptime()
    record.heldBack = start - arrival
    defer { record.duration = clock.uptime() - start }
    do {
      try Task.checkCancellation()
      let open = try await exchange(request, call, goesOn: goesOn, &record.bytesReceived)
      record.result = .status(open.answer.status)
      let pause = open.answer.wasNotAttempted ? delay(after: record.attempt, open.answer) : nil
      if let pause { await limiter.slowDown(for: pause) }
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

  /// Sends a request and receives its answer; of one that writes even where the task is cancelled, since only
  /// the answer tells whether it was written.
  private func exchange(
    _ request: TransportRequest,
    _ call: ServiceCall,
    goesOn: Bool,
    _ count: inout Int
  ) async throws -> OpenAnswer {
    let exchange = { @Sendable in
      var count = 0
      let response = try await connection.transport.send(request)
      return (try await receive(response, of: call, goesOn: goesOn, &count), count)
    }
    let open: OpenAnswer
    do {
      let isAwaited = call.mayWrite && !call.endsWithTask
      (open, count) =
        isAwaited ? try await Task { try await exchange() }.value : try await exchange()
    } catch is CancellationError where call.mayWrite {
      throw stopped().with(.unknown)
    }
    return open
  }

  private func request(_ call: ServiceCall, _ token: String?) -> TransportRequest {
    var fields = call.fields
    if let token {
      fields[.authorization] = "Bearer \(token)"
      for field in connection.credential.fields { fields.append(field) }
    }
    return TransportRequest(
      call.method,
      call.url,
      fields: fields,
      body: call.body,
      timeout: call.timeout
    )
  }

  private func receive(
    _ response: TransportResponse,
    of call: ServiceCall,
    goesOn: Bool,
    _ count: inout Int
  ) async throws -> OpenAnswer {
    if goesOn, (200..<300).contains(response.status) {
      let answer = ServiceAnswer(status: response.status, fields: response.fields, body: [])
      return OpenAnswer(answer: answer, body: response.body)
    }
    let body = try await read(response, of: call, &count)
    let answer = ServiceAnswer(status: response.status, fields: response.fields, body: body)
    return OpenAnswer(answer: answer, body: nil)
  }

  private func read(
    _ response: TransportResponse,
    of call: ServiceCall,
    _ count: inout Int
  ) async throws -> [UInt8] {
    let isSuccess = (200..<300).contains(response.status)
    let limit = isSuccess ? call.maximumBytes : Self.errorBytes
    var body: [UInt8] = []
    let length = response.fields[.contentLength].flatMap { Int($0) }
    if isSuccess, let length, length > limit { throw tooLarge(call) }
    // What a server promises is not believed beyond a measure.
    if let length { body.reserveCapacity(min(length, limit, 1 << 26)) }
    let start = clock.uptime()
    for try await chunk in response.body {
      body.append(contentsOf: chunk)
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
      "the answer has more than \(call.maximumBytes.grouped) bytes, the most that was asked for"
    )
  }

  private func noAnswer(
    _ call: ServiceCall,
    _ failure: TransportFailure,
    mayHaveBeenDone: Bool
  ) -> StoreError {
    error(
      .unreachable,
      call,
      failure.explanation(host: call.host),
      outcome: call.mayWrite && mayHaveBeenDone ? .unknown : .nothingWritten
    )
  }
}
