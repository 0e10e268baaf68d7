import HTTPTypes
import Synchronization
import TaneServices

/// A transport that runs a script for each request, and records the requests.
final class TestTransport: Transport {
  typealias Script =
    @Sendable (_ request: TransportRequest, _ number: Int) async throws ->
    TransportResponse

  private let script: Script
  private let log = Mutex<[TransportRequest]>([])

  /// Creates a transport; the script is also passed the number of earlier requests.
  init(_ script: @escaping Script) {
    self.script = script
  }

  /// Creates a transport that returns responses one after another, and repeats the last one.
  convenience init(_ answers: [TransportResponse]) {
    self.init { _, number in answers[min(number, answers.count - 1)] }
  }

  /// The requests so far.
  var requests: [TransportRequest] { log.withLock { $0 } }

  /// The requests so far, as methods and URLs.
  var lines: [String] { requests.map { "\($0.method.rawValue) \($0.url)" } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let number = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    // Otherwise a client that retries forever would never give its thread to the task that cancels
    // it.
    await Task.yield()
    return try await script(request, number)
  }
}

extension TransportResponse {
  /// Returns a response with JSON text.
  static func json(
    _ text: String,
    _ status: Int = 200,
    _ fields: HTTPFields = [:]
  ) -> TransportResponse {
    var fields = fields
    fields[.contentType] = "application/json; charset=utf-8"
    return TransportResponse(status, fields: fields, bytes: Array(text.utf8))
  }

  /// Returns a response whose body arrives in parts, and ends with an error if one is given.
  static func parts(
    _ parts: [String],
    failure: TransportFailure? = nil,
    _ fields: HTTPFields = [:]
  ) -> TransportResponse {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    for part in parts { continuation.yield(Array(part.utf8)) }
    continuation.finish(throwing: failure)
    return TransportResponse(200, fields: fields, body: stream)
  }
}

extension TransportFailure {
  static let closed = TransportFailure(.closed, mayHaveArrived: true)
  static let refused = TransportFailure(.noConnection("refused"), mayHaveArrived: false)
}

extension TransportRequest {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The target of the URL, without scheme and host.
  var target: String {
    String(url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
  }
}

extension TransportResponse {
  /// Creates a response with a complete body.
  init(_ status: Int, fields: HTTPFields = [:], bytes: [UInt8] = []) {
    self.init(status, fields: fields, body: CompleteBody(bytes: bytes))
  }
}

/// A complete body, as a single chunk.
private struct CompleteBody: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: [UInt8]?

    mutating func next() async throws -> [UInt8]? {
      defer { rest = nil }
      return rest
    }
  }

  let bytes: [UInt8]

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: bytes.isEmpty ? nil : bytes)
  }
}
