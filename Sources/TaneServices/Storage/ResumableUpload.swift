import HTTPTypes
import TaneCore
import TaneWire

/// Sends an object in chunks, and goes on where the service has got to when a connection breaks.
///
/// What the service says it has is believed, not what was sent
/// (<https://cloud.google.com/storage/docs/performing-resumable-uploads>).
struct ResumableUpload: Sendable {
  /// What the service said last.
  private enum Progress: Sendable {
    /// It has the bytes before this position.
    case stored(Int)
    case finished(ObjectResource)
    /// It knows nothing of the upload any more.
    case forgotten
    /// It did not say.
    case unknown(StoreError)
  }

  /// What chunks but the last must be multiples of, in bytes.
  private static let granularity = 262_144
  /// How often an upload that the service has forgotten begins again.
  private static let sessions = 3

  let bucket: CloudStorageBucket
  let upload: PendingUpload

  private var connection: ServiceConnection { bucket.client.connection }
  private var size: Int { upload.source.size }
  private var chunkBytes: Int {
    max(Self.granularity, bucket.settings.chunkBytes / Self.granularity * Self.granularity)
  }

  /// Uploads the object.
  ///
  /// - Throws: A `StoreError`, of code `conflict` where the precondition fails.
  func run() async throws -> ObjectResource {
    for session in 0..<Self.sessions {
      do {
        if let resource = try await send(to: try await begin()) { return resource }
      } catch let error as StoreError where error.code == .conflict && session > 0 {
        // What stands in the way may be what a forgotten session stored.
        guard let found = try await bucket.resource(at: upload.name), upload.isStored(as: found)
        else { throw error }
        return found
      }
    }
    throw StoreError(
      .unavailable,
      service: bucket.client.service,
      "\(upload.name): the service forgot the upload \(Self.sessions) times; try again later"
    )
  }

  private func begin() async throws -> String {
    var call = ServiceCall(
      method: .post,
      url: bucket.location.uploadURL([("uploadType", "resumable")] + upload.parameters),
      // A session that nobody goes on with does nothing.
      retry: .anyFailure
    )
    call.onlyReads = true
    call.fields[.contentType] = "application/json; charset=utf-8"
    for (name, value) in [
      ("X-Upload-Content-Type", upload.headerContentType), ("X-Upload-Content-Length", "\(size)"),
    ] {
      if let name = HTTPField.Name(name) { call.fields[name] = value }
    }
    call.body = Array(try upload.json().utf8)
    let answer = try await bucket.client.send(call)
    guard answer.isSuccess else { throw bucket.refusal(answer, of: call, upload.name) }
    guard let session = answer.fields[.location],
      WebAddress(session)?.origin == bucket.location.origin
    else {
      throw bucket.client.error(
        .invalidAnswer,
        call,
        "the service does not say where on its own host the upload goes on; try again"
      )
    }
    return session
  }

  /// Sends what the service does not have, nil where it has forgotten the upload.
  private func send(to session: String) async throws -> ObjectResource? {
    var offset = 0
    var failures = 0
    var progress = connection.clock.uptime()
    while true {
      switch try await sendChunk(from: offset, to: session) {
      case .finished(let resource): return resource
      case .forgotten: return nil
      case .stored(let position):
        failures = position > offset ? 0 : failures + 1
        if position > offset { progress = connection.clock.uptime() }
        offset = position
        upload.onProgress(offset)
        guard failures < connection.policy.attempts else { throw noProgress(at: offset) }
      case .unknown(let error):
        failures += 1
        let elapsed = connection.clock.uptime() - progress
        guard failures < connection.policy.attempts,
          connection.policy.allows(.zero, after: elapsed)
        else { throw error }
        try await pause(failures)
        switch try await askForProgress(of: session) {
        case .finished(let resource): return resource
        case .forgotten: return nil
        case .stored(let position):
          if position > offset { (failures, progress) = (0, connection.clock.uptime()) }
          offset = position
          upload.onProgress(offset)
        case .unknown: break
        }
      }
    }
  }

  private func sendChunk(from offset: Int, to session: String) async throws -> Progress {
    let end = offset + min(chunkBytes, size - offset)
    let data = try upload.source.bytes(offset..<end)
    guard data.count == end - offset else {
      throw StoreError(
        .conflict,
        service: bucket.client.service,
        "the file for \(upload.name) became shorter while it was being sent; run the command again"
      )
    }
    let range = data.isEmpty ? "bytes */\(size)" : "bytes \(offset)-\(end - 1)/\(size)"
    return try await progress(after: call(session, range, data), isQuestion: false)
  }

  private func askForProgress(of session: String) async throws -> Progress {
    try await progress(after: call(session, "bytes */\(size)", []), isQuestion: true)
  }

  private func call(_ session: String, _ range: String, _ data: [UInt8]) -> ServiceCall {
    var call = ServiceCall(method: .put, url: session, retry: .never)
    // The session's URL is all that the service asks for.
    call.isAuthorized = bucket.location.isEmulator
    call.fields[.contentRange] = range
    call.endsWithTask = true
    call.body = data
    call.timeout = .seconds(600)
    return call
  }

  private func progress(after call: ServiceCall, isQuestion: Bool) async throws -> Progress {
    let answer: ServiceAnswer
    do {
      answer = try await bucket.client.send(call)
    } catch let error as StoreError where error.code == .unreachable {
      return .unknown(error)
    }
    switch answer.status {
    case 200, 201:
      return .finished(try bucket.resource(of: answer, call, upload.name))
    case 308: return try position(answer, call)
    case 404, 410: return .forgotten
    case 408, 429, 500..<600: return .unknown(bucket.refusal(answer, of: call, upload.name))
    default: throw bucket.refusal(answer, of: call, upload.name)
    }
  }

  /// The next position of a `Range: bytes=0-LAST`; without one nothing is stored.
  private func position(_ answer: ServiceAnswer, _ call: ServiceCall) throws -> Progress {
    guard let range = answer.fields[.range] else { return .stored(0) }
    guard let last = range.split(separator: "-").last.flatMap({ Int($0) }),
      range.hasPrefix("bytes=0-"), last < size
    else {
      throw bucket.client.error(
        .invalidAnswer,
        call,
        "the service says in a way that is not known how much it has; upload it again"
      )
    }
    return .stored(last + 1)
  }

  private func pause(_ failures: Int) async throws {
    let delay = connection.policy.delay(
      after: failures,
      requested: nil,
      random: connection.clock.random()
    )
    try await connection.clock.sleep(delay)
  }

  private func noProgress(at offset: Int) -> StoreError {
    StoreError(
      .unavailable,
      service: bucket.client.service,
      "\(upload.name): the service took \(offset.grouped) of \(counted(size, "byte")) and no more; try"
        + " again"
    )
  }
}
