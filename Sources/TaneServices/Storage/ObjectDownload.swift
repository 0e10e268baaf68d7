import HTTPTypes
import TaneCore

/// A download of an object's bytes that resumes after a broken connection.
///
/// The bytes belong to one generation and match the checksum that the service stores; if the object
/// is replaced during the download, the download restarts.
struct ObjectDownload {
  /// A receiver for downloaded bytes.
  protocol Sink {
    /// Receives the next bytes.
    mutating func take(_ bytes: [UInt8]) throws
    /// Discards all bytes received so far, because the download restarts.
    mutating func restart() throws
  }

  /// The version of the object being read.
  private struct Version {
    let size: Int?
    let generation: Int64?
    let checksum: UInt32
  }

  /// The progress of a download.
  private struct DownloadState {
    var version: Version?
    var offset = 0
    var checksum = CRC32C()
  }

  private enum Step {
    case finished
    /// The connection broke; the download may be resumed.
    case broken(StoreError)
    /// The generation being downloaded no longer exists.
    case versionGone
  }

  /// The maximum number of times that a download is started if the object keeps being replaced.
  private static let restarts = 5

  let bucket: CloudStorageBucket
  let name: String
  let maximumSize: Int
  let onProgress: (_ received: Int, _ total: Int) -> Void

  private var client: ServiceClient { bucket.client }

  /// Downloads the object into a sink.
  ///
  /// - Throws: The errors from the sink, or a `StoreError`: `notFound` if the object does not
  ///   exist, `tooLarge` if it exceeds the maximum size, or `invalidResponse` if the received bytes
  ///   differ from the stored ones.
  func run(into sink: inout some Sink) async throws {
    var state = DownloadState()
    var (failures, restarts) = (0, 0)
    let (policy, clock) = (client.connection.policy, client.connection.clock)
    var progress = clock.uptime()
    while true {
      let start = state.offset
      switch try await step(&state, into: &sink) {
      case .finished: return
      case .broken(let error):
        failures = state.offset > start ? 1 : failures + 1
        if state.offset > start { progress = clock.uptime() }
        guard failures < policy.attempts, policy.allows(.zero, after: clock.uptime() - progress)
        else { throw error }
        try await pause(failures)
        // Only a download with a generation and some received bytes can be resumed.
        if state.offset == 0 || state.version?.generation == nil {
          try restart(&state, &sink)
        }
      case .versionGone:
        restarts += 1
        guard restarts < Self.restarts else { throw replacedTooOftenError }
        try restart(&state, &sink)
      }
    }
  }

  private func restart(_ state: inout DownloadState, _ sink: inout some Sink) throws {
    state = DownloadState()
    try sink.restart()
  }

  /// Downloads from the current offset to the end, or until the connection breaks.
  private func step(_ state: inout DownloadState, into sink: inout some Sink) async throws -> Step {
    var call = call(state)
    let open = try await bucket.open(&call)
    guard let body = open.body else {
      let isGone = bucket.reportsMissing(open.answer) && !open.answer.isMissingBucket
      if isGone, state.version != nil { return .versionGone }
      throw bucket.error(for: open.answer, of: call, named: name)
    }
    if state.version == nil {
      state.version = try await version(open.answer, call)
      onProgress(0, state.version?.size ?? 0)
    }
    // A service without range support starts at the beginning.
    var skipped = open.answer.status == 206 ? 0 : state.offset
    do {
      for try await chunk in body {
        let bytes = Array(chunk.dropFirst(skipped))
        skipped -= chunk.count - bytes.count
        try take(bytes, &state, into: &sink, call)
      }
    } catch let failure as TransportFailure {
      return .broken(broken(failure, call))
    }
    try Task.checkCancellation()
    if let size = state.version?.size, state.offset < size {
      return .broken(broken(TransportFailure(.closed, mayHaveArrived: true), call))
    }
    guard state.checksum.value == state.version?.checksum else { throw unexpectedBytesError(call) }
    return .finished
  }

  private func take(
    _ bytes: [UInt8],
    _ state: inout DownloadState,
    into sink: inout some Sink,
    _ call: ServiceCall
  ) throws {
    guard !bytes.isEmpty else { return }
    let offset = state.offset + bytes.count
    guard offset <= maximumSize else { throw bucket.tooLarge(name, maximumSize) }
    if let size = state.version?.size, offset > size { throw unexpectedBytesError(call) }
    bytes.withUnsafeBytes { state.checksum.update($0) }
    try sink.take(bytes)
    state.offset = offset
    onProgress(offset, state.version?.size ?? offset)
  }

  /// Returns the object's version; requests it if the response lacks the checksum.
  private func version(_ answer: ServiceResponse, _ call: ServiceCall) async throws -> Version {
    let version: Version
    if let checksum = answer.checksum {
      version = Version(
        size: answer.storedSize,
        generation: answer.generation,
        checksum: checksum
      )
    } else {
      guard let object = try await bucket.object(at: name) else {
        throw bucket.missingObjectError(name)
      }
      version = Version(
        size: object.size,
        generation: object.generation,
        checksum: object.crc32c
      )
    }
    if let size = version.size, size > maximumSize { throw bucket.tooLarge(name, maximumSize) }
    return version
  }

  private func call(_ state: DownloadState) -> ServiceCall {
    var parameters = [(name: "alt", value: "media")]
    if let generation = state.version?.generation, state.offset > 0 {
      parameters.append((name: "generation", value: "\(generation)"))
    }
    var call = ServiceCall(
      method: .get,
      url: bucket.location.url(name, parameters),
      retry: .idempotent
    )
    // With this field, the service sends the stored bytes, to which the checksums apply.
    call.fields[.acceptEncoding] = "gzip"
    if state.offset > 0 { call.fields[.range] = "bytes=\(state.offset)-" }
    return call
  }

  private func pause(_ failures: Int) async throws {
    let connection = client.connection
    let delay = connection.policy.delay(
      after: failures,
      requested: nil,
      random: connection.clock.random()
    )
    try await connection.clock.sleep(delay)
  }
}

extension ObjectDownload {
  private func broken(_ failure: TransportFailure, _ call: ServiceCall) -> StoreError {
    client.error(.unreachable, call, failure.explanation(host: call.host))
  }

  private func unexpectedBytesError(_ call: ServiceCall) -> StoreError {
    client.error(
      .invalidResponse,
      call,
      "the downloaded bytes differ from the stored ones (CRC-32C); try again"
    )
  }

  private var replacedTooOftenError: StoreError {
    StoreError(
      .busy,
      service: client.service,
      "\(name) was replaced by others during each of \(Self.restarts) downloads; try again"
    )
  }
}

extension ServiceResponse {
  /// The checksum of the stored bytes, if the response contains it.
  var checksum: UInt32? {
    guard let name = HTTPField.Name("x-goog-hash") else { return nil }
    let hashes = fields[values: name].flatMap { $0.split(separator: ",") }
    let prefix = "crc32c="
    return hashes.map { $0.trimmingPrefix(" ") }.first { $0.hasPrefix(prefix) }
      .flatMap { ObjectResource.checksum(String($0.dropFirst(prefix.count))) }
  }

  /// The size of the stored object, in bytes.
  fileprivate var storedSize: Int? {
    HTTPField.Name("x-goog-stored-content-length").flatMap { fields[$0] }.flatMap { Int($0) }
      ?? fields[.contentLength].flatMap { Int($0) }
  }

  /// The generation of the object.
  fileprivate var generation: Int64? {
    HTTPField.Name("x-goog-generation").flatMap { fields[$0] }.flatMap { Int64($0) }
  }
}
