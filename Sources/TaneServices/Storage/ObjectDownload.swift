import HTTPTypes
import TaneCore
import TaneWire

/// Downloads the bytes of an object, and resumes if a connection breaks.
///
/// The bytes belong to one generation and match the checksum that the service stores; if the object
/// is replaced during the download, reading starts again.
struct ObjectDownload {
  /// A receiver of downloaded bytes.
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
  private struct Course {
    var version: Version?
    var offset = 0
    var checksum = CRC32C()
  }

  private enum Step {
    case finished
    /// The connection broke; the download may be resumed.
    case broken(StoreError)
    /// The download cannot be resumed after the bytes read so far.
    case lost
  }

  /// The maximum number of downloads if the object is replaced during each.
  private static let restarts = 5

  let bucket: CloudStorageBucket
  let name: String
  let maximumSize: Int
  let onProgress: (_ received: Int, _ total: Int) -> Void

  private var client: ServiceClient { bucket.client }

  /// Downloads the object into a sink.
  ///
  /// - Throws: The errors from the sink, or a `StoreError`: `notFound` if the object does not
  ///   exist, `tooLarge` if it exceeds the maximum size, or `invalidAnswer` if the received bytes
  ///   differ from the stored ones.
  func run(into sink: inout some Sink) async throws {
    var course = Course()
    var (failures, restarts) = (0, 0)
    let (policy, clock) = (client.connection.policy, client.connection.clock)
    var progress = clock.uptime()
    while true {
      let start = course.offset
      switch try await step(&course, into: &sink) {
      case .finished: return
      case .broken(let error):
        failures = course.offset > start ? 1 : failures + 1
        if course.offset > start { progress = clock.uptime() }
        guard failures < policy.attempts, policy.allows(.zero, after: clock.uptime() - progress)
        else { throw error }
        try await pause(failures)
        // Without any bytes or a generation, the download cannot be resumed.
        if course.offset == 0 || course.version?.generation == nil {
          try restart(&course, &sink)
        }
      case .lost:
        restarts += 1
        guard restarts < Self.restarts else { throw replacedTooOften }
        try restart(&course, &sink)
      }
    }
  }

  private func restart(_ course: inout Course, _ sink: inout some Sink) throws {
    course = Course()
    try sink.restart()
  }

  /// Downloads from the current offset to the end, or until the connection breaks.
  private func step(_ course: inout Course, into sink: inout some Sink) async throws -> Step {
    var call = call(course)
    let open = try await bucket.open(&call)
    guard let body = open.body else {
      let isGone = bucket.reportsMissing(open.answer) && !open.answer.isMissingBucket
      if isGone, course.version != nil { return .lost }
      throw bucket.refusal(open.answer, of: call, name)
    }
    if course.version == nil {
      course.version = try await version(open.answer, call)
      onProgress(0, course.version?.size ?? 0)
    }
    // A service without range support starts at the beginning.
    var skipped = open.answer.status == 206 ? 0 : course.offset
    do {
      for try await chunk in body {
        let bytes = Array(chunk.dropFirst(skipped))
        skipped -= chunk.count - bytes.count
        try take(bytes, &course, into: &sink, call)
      }
    } catch let failure as TransportFailure {
      return .broken(broken(failure, call))
    }
    try Task.checkCancellation()
    if let size = course.version?.size, course.offset < size {
      return .broken(broken(TransportFailure(.closed, mayHaveArrived: true), call))
    }
    guard course.checksum.value == course.version?.checksum else { throw otherBytes(call) }
    return .finished
  }

  private func take(
    _ bytes: [UInt8],
    _ course: inout Course,
    into sink: inout some Sink,
    _ call: ServiceCall
  ) throws {
    guard !bytes.isEmpty else { return }
    let offset = course.offset + bytes.count
    guard offset <= maximumSize else { throw bucket.tooLarge(name, maximumSize) }
    if let size = course.version?.size, offset > size { throw otherBytes(call) }
    bytes.withUnsafeBytes { course.checksum.update($0) }
    try sink.take(bytes)
    course.offset = offset
    onProgress(offset, course.version?.size ?? offset)
  }

  /// Returns the object's version, from the first response if it contains one.
  private func version(_ answer: ServiceResponse, _ call: ServiceCall) async throws -> Version {
    let version: Version
    if let checksum = answer.checksum {
      version = Version(
        size: answer.storedSize,
        generation: answer.generation,
        checksum: checksum
      )
    } else {
      guard let object = try await bucket.object(at: name) else { throw bucket.noObject(name) }
      version = Version(
        size: object.size,
        generation: object.generation,
        checksum: object.crc32c
      )
    }
    if let size = version.size, size > maximumSize { throw bucket.tooLarge(name, maximumSize) }
    return version
  }

  private func call(_ course: Course) -> ServiceCall {
    var parameters = [(name: "alt", value: "media")]
    if let generation = course.version?.generation, course.offset > 0 {
      parameters.append((name: "generation", value: "\(generation)"))
    }
    var call = ServiceCall(
      method: .get,
      url: bucket.location.url(name, parameters),
      retry: .anyFailure
    )
    // With this field, the service sends the stored bytes, to which the checksums apply.
    call.fields[.acceptEncoding] = "gzip"
    if course.offset > 0 { call.fields[.range] = "bytes=\(course.offset)-" }
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

  private func otherBytes(_ call: ServiceCall) -> StoreError {
    client.error(
      .invalidAnswer,
      call,
      "the downloaded bytes differ from the stored ones (CRC-32C); try again"
    )
  }

  private var replacedTooOften: StoreError {
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
