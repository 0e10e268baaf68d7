import HTTPTypes
import Logging
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
    case answer(OpenAnswer)
    case failure(TransportFailure)
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
  func error(_ code: StoreError.Code, _ call: ServiceCall, _ message: String) -> StoreError {
    StoreError(code, service: service, "\(call.summary): \(message)")
  }

  private func attempt(_ call: ServiceCall, goesOn: Bool) async throws -> OpenAnswer {
    var attempts = 0
    var mayHaveBeenDone = false
    var refusedToken: String?
    while true {
      attempts += 1
      let token = try await connection.token(for: call, of: service, refusing: refusedToken)
      switch try await once(call, token, goesOn: goesOn) {
      case .answer(var open):
        if open.answer.status == 401, refusedToken == nil, let token, connection.canRenewToken {
          refusedToken = token
          continue
        }
        guard attempts < connection.policy.attempts, call.retry.allows(status: open.answer.status)
        else {
          open.answer.mayHaveBeenDone = mayHaveBeenDone
          return open
        }
        mayHaveBeenDone = mayHaveBeenDone || !open.answer.wasNotAttempted
        try await wait(attempts, open.answer)
      case .failure(let failure):
        mayHaveBeenDone = mayHaveBeenDone || failure.mayHaveArrived
        guard attempts < connection.policy.attempts, call.retry.allows(failure) else {
          throw noAnswer(call, failure, mayHaveBeenDone: mayHaveBeenDone)
        }
        try await wait(attempts, nil)
      }
    }
  }

  private func once(_ call: ServiceCall, _ token: String?, goesOn: Bool) async throws -> Outcome {
    try await connection.limiter.enter(bytes: call.body.count)
    let start = clock.uptime()
    do {
      try Task.checkCancellation()
      let response = try await connection.transport.send(request(call, token))
      let open = try await receive(response, of: call, goesOn: goesOn)
      await connection.limiter.leave()
      log(call, "\(response.status)", since: start)
      return .answer(open)
    } catch let failure as TransportFailure {
      await connection.limiter.leave()
      log(call, "\(failure.reason)", since: start)
      return .failure(failure)
    } catch {
      await connection.limiter.leave()
      throw error
    }
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
}

extension ServiceClient {
  private func receive(
    _ response: TransportResponse,
    of call: ServiceCall,
    goesOn: Bool
  ) async throws -> OpenAnswer {
    if goesOn, (200..<300).contains(response.status) {
      let answer = ServiceAnswer(status: response.status, fields: response.fields, body: [])
      return OpenAnswer(answer: answer, body: response.body)
    }
    let body = try await read(response, of: call)
    let answer = ServiceAnswer(status: response.status, fields: response.fields, body: body)
    return OpenAnswer(answer: answer, body: nil)
  }

  private func read(_ response: TransportResponse, of call: ServiceCall) async throws -> [UInt8] {
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

  private func wait(_ attempts: Int, _ answer: ServiceAnswer?) async throws {
    let delay = connection.policy.delay(
      after: attempts,
      requested: answer?.retryAfter,
      random: clock.random()
    )
    if answer?.wasNotAttempted == true {
      // All requests wait, this one with them.
      await connection.limiter.pause(for: delay)
    } else {
      try await clock.sleep(delay)
    }
  }

  private func noAnswer(
    _ call: ServiceCall,
    _ failure: TransportFailure,
    mayHaveBeenDone: Bool
  ) -> StoreError {
    let explanation = failure.explanation(host: call.host)
    let isWrite = call.method != .get && call.method != .head
    return error(
      .unreadable,
      call,
      isWrite && mayHaveBeenDone ? explanation + ServiceAnswer.unknownOutcome : explanation
    )
  }

  private func log(_ call: ServiceCall, _ outcome: String, since start: Duration) {
    let milliseconds = Int((clock.uptime() - start) / .milliseconds(1))
    connection.logger.debug(
      "A request was sent",
      metadata: [
        "service": "\(service)", "request": "\(call.summary)", "outcome": "\(outcome)",
        "bytesSent": "\(call.body.count)", "milliseconds": "\(milliseconds)",
      ]
    )
  }
}

extension ServiceAnswer {
  /// What to add to an error after which nobody knows whether a write was made.
  static let unknownOutcome =
    "; whether it was written is not known: compare before writing again"

  /// Whether the service says that it did not try: too many requests, or unavailable.
  fileprivate var wasNotAttempted: Bool { status == 429 || status == 503 }
}
