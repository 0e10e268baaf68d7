import HTTPTypes
import Synchronization
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

/// A storage service with an embedded store, a fixed clock and numbered identifiers.
struct StorageFixture {
  static let time: Int64 = 1_700_000_000_123

  let service: StorageService
  let environment: EmbeddedEnvironment

  init(maximumObjectSize: Int = 1_000_000) throws {
    let environment = try EmbeddedEnvironment.inMemory(now: { Self.time })
    let buckets = StorageBuckets(names: ["images"]) { environment.bucket($0) }
    let counter = Counter()
    service = StorageService(buckets: buckets, maximumObjectSize: maximumObjectSize) {
      "id-\(counter.next())"
    }
    self.environment = environment
  }

  /// Sends a request and returns the response.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ fields: KeyValuePairs<String, String> = [:],
    body: [UInt8] = []
  ) async -> EmulatorResponse {
    await service.respond(to: .make(method, path, fields, body: body))
  }

  /// Sends a request whose body is text.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ fields: KeyValuePairs<String, String> = [:],
    text: String
  ) async -> EmulatorResponse {
    await send(method, path, fields, body: Array(text.utf8))
  }

  /// Stores text as an object of the bucket *images*.
  @discardableResult
  func put(
    _ text: String,
    at name: String,
    _ metadata: ObjectMetadata = ObjectMetadata()
  ) async throws -> StoredObject {
    try await environment.bucket("images")
      .put(Array(text.utf8), at: name, metadata: metadata, if: .none)
  }

  /// Returns the bytes of an object as text, or nil if it does not exist.
  func text(at name: String) async throws -> String? {
    let bucket = environment.bucket("images")
    guard try await bucket.object(at: name) != nil else { return nil }
    return String(decoding: try await bucket.data(at: name, maximumSize: .max), as: UTF8.self)
  }
}

/// A counter that begins with 1.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
