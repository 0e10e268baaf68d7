import Foundation
import HTTPTypes
import Synchronization
import SystemPackage
import TaneCore
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Interrupted downloads")
struct ObjectDownloadTests {
  private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  /// Returns a bucket with one object, of which the first downloads break after some bytes.
  private static func bucket(
    breaks: Int,
    after count: Int,
    knowsRanges: Bool = true,
    then change: @escaping @Sendable (EmulatorTransport) async throws -> Void = { _ in }
  ) async throws -> (CloudStorageBucket, TestTransport) {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    _ = try await TestConnections.bucket(emulator)
      .put(bytes, at: "a", metadata: ObjectMetadata(), if: .none)
    let broken = Counter()
    let transport = TestTransport { request, _ in
      guard request.method == .get, request.url.contains("alt=media") else {
        return try await emulator.send(request)
      }
      var request = request
      if !knowsRanges { request.fields[.range] = nil }
      let answer = try await emulator.send(request)
      guard answer.status < 300, broken.next() <= breaks else { return answer }
      var body: [UInt8] = []
      for try await chunk in answer.body { body += chunk }
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
      if count > 0 { continuation.yield(Array(body.prefix(count))) }
      continuation.finish(throwing: TransportFailure.closed)
      try await change(emulator)
      return TransportResponse(answer.status, fields: answer.fields, body: stream)
    }
    return (try TestConnections.bucket(transport), transport)
  }

  private static func ranges(_ transport: TestTransport) -> [String] {
    transport.requests.filter { $0.url.contains("alt=media") }.map { $0.fields[.range] ?? "" }
  }

  @Test("A download resumes where its connection broke", arguments: [1, 100, 1999])
  func resumption(count: Int) async throws {
    let (bucket, transport) = try await Self.bucket(breaks: 2, after: count)
    let steps = Mutex<[Int]>([])
    let data = try await bucket.data(at: "a", maximumSize: 5000) { received, total in
      steps.withLock { $0.append(received) }
      #expect(total == 5000)
    }
    #expect(data == Self.bytes)
    #expect(Self.ranges(transport) == ["", "bytes=\(count)-", "bytes=\(2 * count)-"])
    #expect(steps.withLock { $0 } == [0, count, 2 * count, 5000])
  }

  @Test("A download skips received bytes if the service does not support ranges")
  func withoutRanges() async throws {
    let (bucket, _) = try await Self.bucket(breaks: 3, after: 700, knowsRanges: false)
    // Each attempt receives 700 bytes, but only those of the first one are new.
    #expect(try await bucket.data(at: "a", maximumSize: 5000) == Self.bytes)
  }

  @Test("A download restarts if the object has been replaced")
  func replacement() async throws {
    let (bucket, _) = try await Self.bucket(breaks: 1, after: 700) { emulator in
      _ = try await TestConnections.bucket(emulator)
        .put([1, 2, 3], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(try await bucket.data(at: "a", maximumSize: 5000) == [1, 2, 3])
  }

  @Test("A failed download leaves the existing file unchanged")
  func failure() async throws {
    let folder = FilePath(NSTemporaryDirectory()).appending(UUID().uuidString)
    try FileManager.default.createDirectory(
      atPath: folder.string,
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let file = folder.appending("file")
    try Data("old".utf8).write(to: URL(fileURLWithPath: file.string))
    let (broken, _) = try await Self.bucket(breaks: .max, after: 0)
    let error = await #expect(throws: StoreError.self) {
      try await broken.download("a", to: file)
    }
    #expect(error?.code == .unreachable)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.string)) == Data("old".utf8))
    let (bucket, _) = try await Self.bucket(breaks: 2, after: 2000)
    try await bucket.download("a", to: file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.string)) == Data(Self.bytes))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["file"])
  }

  @Test("Downloaded bytes that differ from the stored ones are rejected")
  func otherBytes() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    _ = try await TestConnections.bucket(emulator)
      .put([1, 2, 3], at: "a", metadata: ObjectMetadata(), if: .none)
    let transport = TestTransport { request, _ in
      guard request.url.contains("alt=media") else { return try await emulator.send(request) }
      return TransportResponse(200, bytes: [1, 2, 4])
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.bucket(transport).data(at: "a", maximumSize: 3)
    }
    #expect(
      error?.message
        == "GET /storage/v1/b/demo/o/a?alt=media: the downloaded bytes differ from the stored ones "
        + "(CRC-32C); try again"
    )
  }
}
