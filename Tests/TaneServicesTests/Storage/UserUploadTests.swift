import HTTPTypes
import TaneCore
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Uploads of signed-in users")
struct UserUploadTests {
  private static let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private static func bucket(_ transport: any Transport) throws -> any ObjectStore {
    let user = SignedInUser()
    user.use { _ in "id-token" }
    var connection = TestConnections.connection(transport)
    connection.user = user
    var settings = CloudStorageBucket.Settings()
    (settings.minimumResumableBytes, settings.chunkBytes) = (500_000, 262_144)
    return CloudStorageBucket(
      name: "images",
      location: try BucketLocation(emulator: "http://127.0.0.1:9199", bucket: "demo"),
      connection: connection,
      settings: settings
    ).appBucket
  }

  /// Returns the upload command of a request with its offset, such as `upload 262144`.
  private static func command(_ request: TransportRequest) -> String? {
    guard let command = request.fields[field: "X-Goog-Upload-Command"] else { return nil }
    let offset = request.fields[field: "X-Goog-Upload-Offset"].map { " \($0)" } ?? ""
    return command + offset
  }

  @Test("A large user upload is sent in chunks with Firebase's protocol")
  func chunks() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let bucket = try Self.bucket(transport)
    let metadata = ObjectMetadata(contentType: "image/jpeg", custom: ["店": "麺屋"])
    let object = try await bucket.put(Self.bytes, at: "a/b.jpg", metadata: metadata, if: .none)
    #expect(object.metadata.contentType == "image/jpeg")
    #expect(object.metadata.custom == metadata.custom)
    #expect(object.crc32c == CRC32C.checksum(of: Self.bytes))
    #expect(
      transport.requests.compactMap(Self.command) == [
        "start", "upload 0", "upload 262144", "upload, finalize 524288",
      ]
    )
    #expect(transport.requests.allSatisfy { $0.target.hasPrefix("/v0/b/demo/o?") })
    #expect(
      transport.requests.first?.fields[field: "X-Goog-Upload-Header-Content-Length"] == "600000"
    )
    #expect(try await bucket.data(at: "a/b.jpg", maximumSize: .max) == Self.bytes)
    _ = try await bucket.put([1], at: "small", metadata: metadata, if: .none)
    #expect(transport.requests.last?.fields[field: "X-Goog-Upload-Protocol"] == "multipart")
  }

  @Test(
    "A user upload resumes where the service stopped, whichever request breaks",
    arguments: 1...3
  )
  func brokenConnection(broken: Int) async throws {
    let inner = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, number in
      // Two requests break; those with an even number only after the service has received them.
      guard number == broken || number == broken + 2 else { return try await inner.send(request) }
      if number.isMultiple(of: 2) { _ = try await inner.send(request) }
      throw TransportFailure.closed
    }
    let bucket = try Self.bucket(transport)
    let object = try await bucket.put(Self.bytes, at: "a", metadata: ObjectMetadata(), if: .none)
    #expect(object.generation == (try await bucket.object(at: "a"))?.generation)
    #expect(try await bucket.data(at: "a", maximumSize: .max) == Self.bytes)
    #expect(transport.requests.compactMap(Self.command).contains("query"))
  }

  @Test("A user upload denied by the rules ends with the service's message")
  func denied() async throws {
    let transport = TestTransport { request, number in
      let session = "http://127.0.0.1:9199/v0/b/demo/o?upload_id=secret"
      guard number > 0 else {
        return TransportResponse(
          200,
          fields: [.init("X-Goog-Upload-Status")!: "active", .init("X-Goog-Upload-URL")!: session]
        )
      }
      return .json(
        #"{"error":{"code":403,"message":"Permission denied."}}"#,
        403,
        [.init("X-Goog-Upload-Status")!: "final"]
      )
    }
    let refusal = await #expect(throws: StoreError.self) {
      try await Self.bucket(transport)
        .put(Self.bytes, at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.count == 2)
    #expect(refusal?.code == .notAuthorized)
    #expect(
      refusal?.message
        == "POST /v0/b/demo/o?upload_id=<redacted>: Permission denied. (status 403); the security "
        + "rules do not allow this for the signed-in user; check them, or sign in as another user"
    )
  }

  @Test(
    "A user upload fails if the service reports an impossible position",
    arguments: ["-5", "600001", "9223372036854775807"]
  )
  func impossiblePosition(position: String) async throws {
    let transport = TestTransport { _, _ in
      TransportResponse(
        200,
        fields: [
          .init("X-Goog-Upload-Status")!: "active",
          .init("X-Goog-Upload-URL")!: "http://127.0.0.1:9199/v0/b/demo/o?upload_id=secret",
          .init("X-Goog-Upload-Size-Received")!: position,
        ]
      )
    }
    let error = await #expect(throws: StoreError.self) {
      try await Self.bucket(transport)
        .put(Self.bytes, at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(error?.code == .invalidResponse)
    #expect(
      error?.message
        == "POST /v0/b/demo/o?upload_id=<redacted>: the service did not report how many bytes it "
        + "received; upload the object again"
    )
  }

  @Test("User requests check preconditions first, because Firebase's API has none")
  func preconditions() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let bucket = try Self.bucket(transport)
    let metadata = ObjectMetadata(contentType: "text/plain")
    let first = try await bucket.put([1], at: "a", metadata: metadata, if: .absent)
    let count = transport.requests.count
    let state = "a has generation \(first.generation) and metageneration 1: "
    let other = first.generation + 1
    let refusals: [(String, () async throws -> Void)] = [
      (
        state + "the object was expected not to exist",
        { _ = try await bucket.put([2], at: "a", metadata: metadata, if: .absent) }
      ),
      (
        state + "generation \(other) was expected",
        { try await bucket.delete(at: "a", if: .generation(other)) }
      ),
      (
        state + "metageneration 7 was expected",
        {
          _ = try await bucket.updateMetadata(
            metadata,
            at: "a",
            if: ObjectPrecondition(metageneration: 7)
          )
        }
      ),
      (
        "the object b does not exist: generation 1 was expected",
        { _ = try await bucket.put([2], at: "b", metadata: metadata, if: .generation(1)) }
      ),
    ]
    for (message, call) in refusals {
      let refusal = await #expect(throws: StoreError.self) { try await call() }
      #expect(refusal?.code == .conflict)
      #expect(refusal?.message == message)
    }
    #expect(transport.requests.dropFirst(count).allSatisfy { $0.method == .get })
    try await bucket.delete(at: "a", if: .generation(first.generation))
    #expect(try await bucket.object(at: "a") == nil)
    #expect(transport.requests.allSatisfy { !$0.target.contains("ifGeneration") })
  }
}
