import HTTPTypes
import TaneCore

/// An upload of an object in chunks that resumes when a connection breaks.
///
/// The upload continues at the position reported by the service, regardless of the number of bytes
/// sent (<https://cloud.google.com/storage/docs/performing-resumable-uploads>). Firebase's API
/// reports the position in its own header fields, Cloud Storage with status 308 and a range.
struct ResumableUpload: Sendable {
  /// The progress last reported by the service.
  private enum Progress: Sendable {
    /// The service has the bytes before this position.
    case stored(Int)
    case finished(ObjectResource)
    /// The service no longer has the upload session.
    case sessionExpired
    /// The service did not report its progress.
    case unknown(StoreError)
  }

  /// The granularity of uploads: every chunk except the last is a multiple of this many bytes.
  private static let granularity = 262_144
  /// The maximum number of sessions for an upload if the service loses them.
  private static let sessions = 3

  let bucket: CloudStorageBucket
  let upload: PendingUpload
  /// The number of times a user had signed in or out when the upload began.
  private let userChangeCount: Int?

  init(bucket: CloudStorageBucket, upload: PendingUpload) {
    (self.bucket, self.upload) = (bucket, upload)
    userChangeCount = bucket.client.connection.user?.changeCount
  }

  private var connection: ServiceConnection { bucket.client.connection }
  private var isFirebase: Bool { bucket.location.api == .firebase }
  private var size: Int { upload.source.size }
  private var chunkBytes: Int {
    max(Self.granularity, bucket.settings.chunkBytes / Self.granularity * Self.granularity)
  }

  /// Uploads the object.
  ///
  /// - Throws: A `StoreError`, with code `conflict` if the precondition is not met.
  func run() async throws -> ObjectResource {
    for session in 0..<Self.sessions {
      do {
        if let resource = try await send(to: try await begin()) { return resource }
      } catch let error as StoreError where error.code == .conflict && session > 0 {
        // The conflicting object may be the one that a lost session has stored.
        guard let found = try await bucket.resource(at: upload.name), upload.isStored(as: found)
        else { throw error }
        return found
      }
    }
    throw StoreError(
      .unavailable,
      service: bucket.client.service,
      "\(upload.name): the service lost the upload \(Self.sessions) times; try again later"
    )
  }

  private func begin() async throws -> String {
    try checkUser()
    var call = ServiceCall(
      method: .post,
      url: bucket.location.uploadURL([("uploadType", "resumable")] + upload.parameters),
      // A session that is not continued has no effect.
      retry: .idempotent
    )
    call.isReadOnly = true
    call.fields[.contentType] = "application/json; charset=utf-8"
    let start = isFirebase ? "X-Goog-Upload-Header-" : "X-Upload-"
    call.fields[field: start + "Content-Type"] = upload.headerContentType
    call.fields[field: start + "Content-Length"] = "\(size)"
    if isFirebase {
      call.fields[field: "X-Goog-Upload-Protocol"] = "resumable"
      call.fields[field: "X-Goog-Upload-Command"] = "start"
    }
    call.body = Array(try upload.json().utf8)
    let answer = try await bucket.client.send(call)
    guard answer.isSuccess else { throw bucket.error(for: answer, of: call, named: upload.name) }
    guard
      let session = isFirebase
        ? answer.fields[field: "X-Goog-Upload-URL"] : answer.fields[.location],
      WebAddress(session)?.origin == bucket.location.origin
    else {
      throw bucket.client.error(
        .invalidResponse,
        call,
        "the service returned no upload URL, or one on a different host; try again"
      )
    }
    return session
  }

  /// Sends the bytes that the service lacks; returns nil if the service has lost the session.
  private func send(to session: String) async throws -> ObjectResource? {
    var offset = 0
    var failures = 0
    var progress = connection.clock.uptime()
    // After a failure, nothing is sent until the service has reported its position.
    var isLost = false
    while true {
      let said =
        isLost
        ? try await queryProgress(of: session) : try await sendChunk(from: offset, to: session)
      switch said {
      case .finished(let resource): return resource
      case .sessionExpired: return nil
      case .stored(let position):
        if position > offset {
          (failures, progress) = (0, connection.clock.uptime())
        } else if !isLost {
          failures += 1
        }
        (offset, isLost) = (position, false)
        upload.onProgress(offset)
        guard failures < connection.policy.attempts else { throw noProgressError(at: offset) }
      case .unknown(let error):
        failures += 1
        let elapsed = connection.clock.uptime() - progress
        guard failures < connection.policy.attempts,
          connection.policy.allows(.zero, after: elapsed)
        else { throw error }
        try await pause(failures)
        isLost = true
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
        "the file for \(upload.name) was truncated while it was being sent; run the command again"
      )
    }
    var call = call(session, data)
    if isFirebase {
      let commands = end == size ? ["upload", "finalize"] : ["upload"]
      call.fields[field: "X-Goog-Upload-Command"] = commands.joined(separator: ", ")
      call.fields[field: "X-Goog-Upload-Offset"] = "\(offset)"
    } else {
      call.fields[.contentRange] =
        data.isEmpty ? "bytes */\(size)" : "bytes \(offset)-\(end - 1)/\(size)"
    }
    return try await progress(after: call)
  }

  private func queryProgress(of session: String) async throws -> Progress {
    var call = call(session, [])
    if isFirebase {
      call.fields[field: "X-Goog-Upload-Command"] = "query"
    } else {
      call.fields[.contentRange] = "bytes */\(size)"
    }
    return try await progress(after: call)
  }

  private func call(_ session: String, _ data: [UInt8]) -> ServiceCall {
    var call = ServiceCall(method: isFirebase ? .post : .put, url: session, retry: .never)
    // In production, the session's URL is sufficient authorization.
    call.isAuthorized = bucket.location.isEmulator
    call.stopsOnCancellation = true
    call.body = data
    call.timeout = .seconds(600)
    return call
  }

  private func progress(after call: ServiceCall) async throws -> Progress {
    let answer: ServiceResponse
    do {
      answer = try await bucket.client.send(call)
    } catch let error as StoreError where error.code == .unreachable {
      return .unknown(error)
    }
    switch answer.status {
    case 200 where isFirebase: return try await firebaseProgress(answer, call)
    case 200, 201:
      return .finished(try bucket.resource(of: answer, call, upload.name))
    case 308: return try progress(inRangeOf: answer, call)
    case 404, 410: return .sessionExpired
    case 408, 429, 500..<600:
      return .unknown(bucket.error(for: answer, of: call, named: upload.name))
    default: throw bucket.error(for: answer, of: call, named: upload.name)
    }
  }

  /// Returns the progress in a response of Firebase's API; the object of a finished upload is
  /// requested if the response does not contain it.
  private func firebaseProgress(
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) async throws -> Progress {
    switch answer.fields[field: "X-Goog-Upload-Status"] {
    case "final":
      guard answer.json?["name"] == nil else {
        return .finished(try bucket.resource(of: answer, call, upload.name))
      }
      try checkUser()
      // Only the bytes are compared, since Firebase adds metadata.
      if let found = try await bucket.resource(at: upload.name), upload.hasSameBytes(as: found) {
        return .finished(found)
      }
      return .finished(try bucket.resource(of: answer, call, upload.name))
    case "cancelled": return .sessionExpired
    case "active":
      // The service may omit the position after receiving everything.
      let sent = call.fields[field: "X-Goog-Upload-Offset"].flatMap { Int($0) }
      let received = answer.fields[field: "X-Goog-Upload-Size-Received"].flatMap { Int($0) }
      if let position = received ?? sent.map({ $0 + call.body.count }),
        (0...size).contains(position)
      {
        return .stored(position)
      }
      fallthrough
    default: throw unknownPositionError(call)
    }
  }

  /// Returns the progress from `Range: bytes=0-LAST`; without the field, no bytes are stored.
  private func progress(inRangeOf answer: ServiceResponse, _ call: ServiceCall) throws -> Progress {
    guard let range = answer.fields[.range] else { return .stored(0) }
    guard let last = range.split(separator: "-").last.flatMap({ Int($0) }),
      range.hasPrefix("bytes=0-"), last < size
    else { throw unknownPositionError(call) }
    return .stored(last + 1)
  }

  private func unknownPositionError(_ call: ServiceCall) -> StoreError {
    bucket.client.error(
      .invalidResponse,
      call,
      "the service did not report how many bytes it received; upload the object again"
    )
  }

  /// Throws an error if the user has changed: an upload must not continue as another user or as the
  /// administrator.
  private func checkUser() throws {
    guard connection.user?.changeCount != userChangeCount else { return }
    throw StoreError(
      .notAuthorized,
      service: bucket.client.service,
      "\(upload.name): a user signed in or out during the upload; start it again"
    )
  }

  private func pause(_ failures: Int) async throws {
    let delay = connection.policy.delay(
      after: failures,
      requested: nil,
      random: connection.clock.random()
    )
    try await connection.clock.sleep(delay)
  }

  private func noProgressError(at offset: Int) -> StoreError {
    StoreError(
      .unavailable,
      service: bucket.client.service,
      "\(upload.name): the service accepted only \(offset.grouped) of \(counted(size, "byte")); "
        + "try again"
    )
  }
}

extension HTTPFields {
  /// The value of a field by name, for names without a constant in HTTPTypes.
  subscript(field name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }
}
