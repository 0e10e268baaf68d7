import HTTPTypes
import Synchronization
import TaneCore

/// A record of the HTTP methods that an emulator supports only at paths without `/storage/v1`.
final class EmulatorPathSupport: Sendable {
  private let methods = Mutex<Set<HTTPRequest.Method>>([])

  func omitsAPIPath(_ method: HTTPRequest.Method) -> Bool {
    methods.withLock { $0.contains(method) }
  }

  func recordOmission(_ method: HTTPRequest.Method) {
    methods.withLock { _ = $0.insert(method) }
  }
}

extension CloudStorageBucket {
  /// Sends a call and reads the response; `call` becomes the call that was answered.
  func send(_ call: inout ServiceCall) async throws -> ServiceResponse {
    try await sendWithPathFallback(&call) { call in
      ServiceClient.OpenResponse(answer: try await client.send(call), body: nil)
    }.answer
  }

  /// Sends a call with a streamed response; `call` becomes the call that was answered.
  func open(_ call: inout ServiceCall) async throws -> ServiceClient.OpenResponse {
    try await sendWithPathFallback(&call) { try await client.open($0) }
  }

  /// Sends a request, and repeats it without `/storage/v1` if an emulator rejects the API's path.
  ///
  /// The second response is used only if it comes from the service, which proves that the emulator
  /// serves the method without that path.
  private func sendWithPathFallback(
    _ call: inout ServiceCall,
    _ send: (ServiceCall) async throws -> ServiceClient.OpenResponse
  ) async throws -> ServiceClient.OpenResponse {
    guard let url = location.urlWithoutAPIPath(call.url) else { return try await send(call) }
    var other = call
    other.url = url
    if emulatorPathSupport.omitsAPIPath(call.method) {
      call = other
      return try await send(call)
    }
    let open = try await send(call)
    guard [404, 405, 501].contains(open.answer.status), !isFromService(open) else { return open }
    let second = try await send(other)
    guard isFromService(second) else { return open }
    emulatorPathSupport.recordOmission(call.method)
    call = other
    return second
  }

  private func isFromService(_ open: ServiceClient.OpenResponse) -> Bool {
    guard open.answer.isSuccess else { return explicitlyReportsMissing(open.answer) }
    if open.body != nil { return open.answer.checksum != nil }
    let json = open.answer.json
    return open.answer.status == 204 || json?.kind == .map
  }

  /// Returns true if the service reports a missing object or bucket, which some emulators do with
  /// an empty 404.
  func reportsMissing(_ answer: ServiceResponse) -> Bool {
    let isEmpty = answer.status == 404 && answer.body.isEmpty
    return isEmpty && location.isEmulator || explicitlyReportsMissing(answer)
  }

  /// Returns true if the service itself reports that the object or bucket does not exist, as
  /// opposed to another server at that path.
  ///
  /// The report is JSON, or for downloads a line of text (`No such object: BUCKET/NAME`).
  private func explicitlyReportsMissing(_ answer: ServiceResponse) -> Bool {
    guard answer.status == 404, !answer.isHTMLPage else { return false }
    // Firebase's emulator returns only this text.
    if location.api == .firebase, answer.text == "Not Found" { return true }
    let error = answer.json?["error"]
    let message = error?["message"]?.string ?? answer.text
    let missing = "No such object: "
    // An emulator that interprets the whole path as an object's name reports another bucket.
    if message.hasPrefix(missing) {
      return !location.isEmulator || message.hasPrefix("\(missing)\(location.bucket)/")
    }
    return error?["code"]?.integer == 404 && error?["message"] != nil
  }
}
