import TaneCore

/// A checker that determines whether a service is reachable, accepts the credential, and can be
/// read and written.
struct ServiceProber: Sendable {
  let client: ServiceClient
  /// A closure that returns the error for an unsuccessful response.
  let makeError: @Sendable (ServiceResponse, ServiceCall) -> StoreError
  /// A closure that returns the service's correct URL, if a response contains it.
  var correctURL: @Sendable (ServiceResponse) -> String? = { _ in nil }

  /// Returns a random name of 128 bits, which no resource can have by chance.
  static func randomName() -> String {
    let digits = (0..<4).map { _ in String(UInt32.random(in: 0...(.max)), radix: 36) }
    return "tane-check-" + digits.joined(separator: "-")
  }

  /// Checks read access, and if it succeeds, write access.
  ///
  /// - Parameters:
  ///   - reading: A call that reads as little as possible.
  ///   - writing: A closure that checks write access without writing.
  /// - Returns: The results.
  /// - Throws: A `CancellationError`.
  func probe(
    reading: ServiceCall,
    writing: (inout ServiceProbeResult) async throws -> ServiceProbeResult.Answer
  ) async throws -> ServiceProbeResult {
    var probe = ServiceProbeResult(
      reachable: .yes,
      credential: .yes,
      readable: .yes,
      writable: .notChecked("it cannot be read")
    )
    do {
      _ = try await client.connection.authorization(
        for: reading,
        of: client.service,
        refusing: nil
      )
    } catch let error as StoreError {
      let reason = "no access token"
      probe.reachable = .notChecked(reason)
      probe.credential = .no(error.message)
      probe.readable = .notChecked(reason)
      probe.writable = .notChecked(reason)
      return probe
    }
    do {
      let answer = try await ask(reading, &probe)
      if answer.isSuccess, !answer.isHTMLPage {
        do {
          probe.writable = try await writing(&probe)
        } catch let error as StoreError {
          probe.writable = .notChecked(error.message)
        }
      } else {
        recordResponse(answer, to: reading, in: &probe)
      }
    } catch let error as StoreError {
      noteFailure(error.message, in: &probe)
    }
    return probe
  }

  /// Sends a call once, and records the duration if there is a response.
  func ask(_ call: ServiceCall, _ probe: inout ServiceProbeResult) async throws -> ServiceResponse {
    var call = call
    call.retry = .never
    call.timeout = .seconds(30)
    let start = client.connection.clock.uptime()
    let answer = try await client.send(call)
    let duration = client.connection.clock.uptime() - start
    probe.roundTrip = min(probe.roundTrip ?? duration, duration)
    return answer
  }

  /// Checks write access with a call that changes nothing.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - probe: The results, in which the duration is recorded.
  ///   - isAllowed: A closure that returns true for a response that only callers with write access
  ///     receive.
  /// - Returns: The result for write access.
  /// - Throws: A `CancellationError`.
  func checkWriteAccess(
    _ call: ServiceCall,
    _ probe: inout ServiceProbeResult,
    isAllowed: (ServiceResponse) -> Bool
  ) async throws -> ServiceProbeResult.Answer {
    do {
      let answer = try await ask(call, &probe)
      if isAllowed(answer) { return .yes }
      let message = makeError(answer, call).message
      return answer.status == 401 || answer.status == 403 ? .no(message) : .notChecked(message)
    } catch let error as StoreError {
      return .notChecked(error.message)
    }
  }

  /// Records the results of an error response.
  private func recordResponse(
    _ answer: ServiceResponse,
    to call: ServiceCall,
    in probe: inout ServiceProbeResult
  ) {
    let message = makeError(answer, call).message
    probe.correctURL = correctURL(answer)
    guard !answer.isHTMLPage, answer.status < 500, !(300..<400).contains(answer.status) else {
      return noteFailure(message, in: &probe)
    }
    switch answer.status {
    // The Realtime Database uses 401 for both invalid credentials and missing permissions.
    case 401 where !answer.text.contains("Permission denied"):
      probe.credential = .no(message)
      probe.readable = .notChecked("the credential is not accepted")
      probe.writable = .notChecked("the credential is not accepted")
    case 401, 403: probe.readable = .no(message)
    default:
      probe.credential = .notChecked(
        "the service returned another error before it checked the credential"
      )
      probe.readable = .no(message)
    }
  }

  /// Records that the service did not respond, or that another server responded in its place.
  private func noteFailure(_ message: String, in probe: inout ServiceProbeResult) {
    let reason = "it cannot be reached"
    probe.reachable = .no(message)
    probe.credential = .notChecked(reason)
    probe.readable = .notChecked(reason)
    probe.writable = .notChecked(reason)
  }
}
