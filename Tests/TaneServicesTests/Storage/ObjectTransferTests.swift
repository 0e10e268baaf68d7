import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Uploads and downloads")
struct ObjectTransferTests {
  private static let bytes = (0..<1_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private static func bucket(
    _ transport: any Transport,
    resumable: Int = 0
  ) throws -> CloudStorageBucket {
    try TestConnections.bucket(transport) { settings in
      settings.minimumResumableBytes = resumable
      settings.chunkBytes = 262_144
    }
  }

  private static func ranges(_ transport: TestTransport) -> [String] {
    transport.requests.compactMap { $0.fields[.contentRange] }
  }

  @Test("Large objects are uploaded in chunks")
  func chunks() async throws {
    let inner = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, _ in try await inner.send(request) }
    let bucket = try Self.bucket(transport)
    let metadata = ObjectMetadata(contentType: "image/jpeg", custom: ["店": "麺屋"])
    let object = try await bucket.put(Self.bytes, at: "a/b.jpg", metadata: metadata, if: .absent)
    #expect(object.metadata == metadata)
    #expect(object.crc32c == CRC32C.checksum(of: Self.bytes))
    #expect(
      Self.ranges(transport) == [
        "bytes 0-262143/1000001", "bytes 262144-524287/1000001", "bytes 524288-786431/1000001",
        "bytes 786432-1000000/1000001",
      ]
    )
    #expect(try await bucket.data(at: "a/b.jpg", maximumSize: .max) == Self.bytes)
  }

  @Test("An upload resumes where the service stopped, whichever request breaks", arguments: 1...9)
  func brokenConnection(broken: Int) async throws {
    let inner = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, number in
      // Two requests break; those with an even number only after the service has received them.
      guard number == broken || number == broken + 2 else { return try await inner.send(request) }
      if number.isMultiple(of: 2) { _ = try await inner.send(request) }
      throw TransportFailure.closed
    }
    let bucket = try Self.bucket(transport)
    let object = try await bucket.put(Self.bytes, at: "a", metadata: ObjectMetadata(), if: .absent)
    #expect(object.size == Self.bytes.count)
    let data = try await bucket.data(at: "a", maximumSize: .max)
    #expect(data == Self.bytes)
  }

  @Test("An upload continues after the bytes that the service confirms")
  func partialChunks() async throws {
    let transport = TestTransport { request, number in
      let base = "http://127.0.0.1:9199"
      switch number {
      case 0:
        return TransportResponse(200, fields: [.location: "\(base)/upload/x?upload_id=secret"])
      case 1: return TransportResponse(308, fields: [.range: "bytes=0-99"])
      case 2: return TransportResponse(503)
      case 3: return TransportResponse(308, fields: [.range: "bytes=0-199"])
      default:
        let checksum = ObjectResource.text(
          ofChecksum: CRC32C.checksum(of: Array(Self.bytes.prefix(300)))
        )
        return .json(
          #"{"name":"a","size":"300","generation":"1","metageneration":"1","crc32c":"\#(checksum)"}"#
        )
      }
    }
    let bucket = try Self.bucket(transport)
    _ = try await bucket.put(
      Array(Self.bytes.prefix(300)),
      at: "a",
      metadata: ObjectMetadata(),
      if: .none
    )
    #expect(
      Self.ranges(transport) == [
        "bytes 0-299/300", "bytes 100-299/300", "bytes */300", "bytes 200-299/300",
      ]
    )
  }

  @Test("An upload that the service has forgotten is restarted at most three times")
  func forgotten() async throws {
    let transport = TestTransport { request, _ in
      request.method == .post
        ? TransportResponse(200, fields: [.location: "http://127.0.0.1:9199/upload/x"])
        : TransportResponse(410)
    }
    let error = await #expect(throws: StoreError.self) {
      try await Self.bucket(transport).put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.map(\.method) == [.post, .put, .post, .put, .post, .put])
    #expect(error?.message == "a: the service lost the upload 3 times; try again later")
  }

  @Test("An upload session on another host is rejected")
  func foreignSession() async throws {
    let transport = TestTransport([
      TransportResponse(200, fields: [.location: "https://evil.example/upload"])
    ])
    let error = await #expect(throws: StoreError.self) {
      try await Self.bucket(transport).put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.count == 1)
    #expect(
      error?.message
        == "POST /upload/storage/v1/b/demo/o?uploadType=resumable&name=a: the service returned no "
        + "upload URL, or one on a different host; try again"
    )
  }

  @Test("A chunked upload respects its precondition")
  func precondition() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let bucket = try Self.bucket(emulator)
    _ = try await bucket.put(Self.bytes, at: "a", metadata: ObjectMetadata(), if: .absent)
    let error = await #expect(throws: StoreError.self) {
      try await bucket.put([1], at: "a", metadata: ObjectMetadata(), if: .absent)
    }
    #expect(error?.code == .conflict)
    #expect(
      error?.message == "a does not have the expected generation; compare again"
    )
  }

  @Test("A small upload without a response is recognized as made")
  func lostAnswer() async throws {
    let inner = EmulatorTransport(service: try TestConnections.storageEmulator())
    let transport = TestTransport { request, number in
      let response = try await inner.send(request)
      if number == 0 { throw TransportFailure.closed }
      return response
    }
    let bucket = try Self.bucket(transport, resumable: 1 << 20)
    let object = try await bucket.put([1, 2], at: "a", metadata: ObjectMetadata(), if: .absent)
    #expect(transport.requests.map(\.method) == [.post, .post, .get])
    #expect(try await bucket.object(at: "a") == object)
  }

  @Test("A small unconditional upload that may have been made is not repeated")
  func ambiguousUpload() async throws {
    let transport = TestTransport { _, _ in throw TransportFailure.closed }
    let error = await #expect(throws: StoreError.self) {
      try await Self.bucket(transport, resumable: 10)
        .put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.count == 1)
    #expect(error?.outcome == .unknown)
  }

  @Test("Bytes changed during transfer are an error")
  func checksum() async throws {
    let name = try #require(HTTPField.Name("x-goog-hash"))
    let hash: HTTPFields = [name: "crc32c=yZRlqg==,md5=XrY7u+Ae7tCTyyK7j1rNww=="]
    let right = TestTransport([
      TransportResponse(200, fields: hash, bytes: Array("hello world".utf8))
    ])
    let data = try await Self.bucket(right).data(at: "a", maximumSize: 11)
    #expect(data == Array("hello world".utf8))
    #expect(right.requests.first?.fields[.acceptEncoding] == "gzip")
    let wrong = TestTransport([
      TransportResponse(200, fields: hash, bytes: Array("hello w0rld".utf8))
    ])
    let error = await #expect(throws: StoreError.self) {
      try await Self.bucket(wrong).data(at: "a", maximumSize: 11)
    }
    #expect(
      error?.message
        == "GET /storage/v1/b/demo/o/a?alt=media: the downloaded bytes differ from the stored ones "
        + "(CRC-32C); try again"
    )
  }

  @Test("A file is uploaded with its exact bytes")
  func file() async throws {
    let path = FilePath("/tmp").appending("tane-services-\(UInt64.random(in: 0...(.max)))")
    let file = try FileDescriptor.open(
      path,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: .ownerReadWrite
    )
    try file.closeAfter { _ = try file.writeAll(Self.bytes) }
    let bucket = try Self.bucket(
      EmulatorTransport(service: try TestConnections.storageEmulator())
    )
    let object = try await bucket.put(
      file: path,
      at: "file",
      metadata: ObjectMetadata(),
      if: .absent
    )
    #expect(object.crc32c == CRC32C.checksum(of: Self.bytes))
    let data = try await bucket.data(at: "file", maximumSize: .max)
    #expect(data == Self.bytes)
    let error = await #expect(throws: StoreError.self) {
      try await bucket.put(
        file: "/tmp/tane-services-none",
        at: "x",
        metadata: ObjectMetadata(),
        if: .none
      )
    }
    #expect(
      error?.message
        == "/tmp/tane-services-none cannot be read to upload x: No such file or directory"
    )
  }
}
