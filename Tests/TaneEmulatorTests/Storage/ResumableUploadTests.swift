import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Resumable uploads to the Cloud Storage JSON API")
struct ResumableUploadTests {
  private static let chunk = 262_144
  private static let session =
    "/upload/storage/v1/b/images/o?uploadType=resumable&name=a&upload_id=id-1"
  private static let incomplete = 308

  private func begin(
    _ fixture: StorageFixture,
    _ fields: KeyValuePairs<String, String> = [:],
    query: String = "",
    json: String = ""
  ) async {
    let response = await fixture.send(
      .post,
      "/upload/storage/v1/b/images/o?uploadType=resumable&name=a\(query)",
      fields,
      text: json
    )
    #expect(response.status == .ok)
    #expect(response.header("Location") == "http://localhost:9199\(Self.session)")
  }

  private func send(
    _ fixture: StorageFixture,
    _ range: String,
    _ bytes: [UInt8] = [],
    _ others: String? = nil
  ) async -> EmulatorResponse {
    await fixture.send(.put, Self.session, ["Content-Range": range], body: bytes)
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  @Test(
    "An upload of unknown length accepts streams as sent by the Node library",
    arguments: [
      ("bytes 0-*/*", 10), ("bytes 0-*/*", 0), ("bytes 0-*/*", 300_000), ("bytes 0-*/10", 10),
    ]
  )
  func streams(range: String, count: Int) async throws {
    let fixture = try StorageFixture()
    await begin(fixture)
    let data = bytes(count)
    let response = await send(fixture, range, data)
    #expect(response.status == .ok, "\(response.text)")
    #expect(response.json["size"]?.string == "\(count)")
    let stored = try await fixture.environment.bucket("images").data(at: "a", maximumSize: .max)
    #expect(stored == data)
  }

  @Test("An upload resumes where a stream broke off")
  func brokenStream() async throws {
    let fixture = try StorageFixture()
    await begin(fixture)
    let data = bytes(Self.chunk + 7)
    let short = await send(fixture, "bytes 0-*/\(data.count)", Array(data[..<Self.chunk]))
    #expect(short.status.code == Self.incomplete)
    #expect(short.header("Range") == "bytes=0-\(Self.chunk - 1)")
    let rest = await send(fixture, "bytes \(Self.chunk)-*/*", Array(data[Self.chunk...]))
    #expect(rest.json["size"]?.string == "\(data.count)")
    let other = try StorageFixture()
    await begin(other)
    let gap = await send(other, "bytes 5-*/*", bytes(3))
    #expect(gap.json["error"]?["errors"]?[0]["reason"]?.string == "dataLoss")
  }

  @Test("An upload proceeds chunk by chunk")
  func chunks() async throws {
    let fixture = try StorageFixture()
    let data = bytes(Self.chunk + 10)
    await begin(
      fixture,
      ["X-Upload-Content-Type": "image/png", "X-Upload-Content-Length": "\(data.count)"],
      json: #"{"metadata": {"k": "v"}}"#
    )
    let before = await send(fixture, "bytes */\(data.count)")
    #expect(before.status.code == Self.incomplete)
    #expect(before.header("Range") == nil)
    let first = await send(fixture, "bytes 0-\(Self.chunk - 1)/*", Array(data[..<Self.chunk]))
    #expect(first.status.code == Self.incomplete)
    #expect(first.header("Range") == "bytes=0-\(Self.chunk - 1)")
    #expect(first.header("Location") == nil)
    let status = await send(fixture, "bytes */*")
    #expect(status.header("Range") == "bytes=0-\(Self.chunk - 1)")
    #expect(try await fixture.text(at: "a") == nil)
    let last = await send(
      fixture,
      "bytes \(Self.chunk)-\(data.count - 1)/\(data.count)",
      Array(data[Self.chunk...])
    )
    #expect(last.status == .ok)
    #expect(last.json["size"]?.string == "\(data.count)")
    #expect(last.json["contentType"]?.string == "image/png")
    #expect(last.json["metadata"] == Tree(["k": "v"]))
    let stored = try await fixture.environment.bucket("images").data(at: "a", maximumSize: .max)
    #expect(stored == data)
    for range in ["bytes */*", "bytes */\(data.count)"] {
      let again = await send(fixture, range)
      #expect(again.status == .ok)
      #expect(again.json["size"]?.string == "\(data.count)")
    }
    let other = await send(fixture, "bytes */5")
    #expect(other.status == .badRequest)
  }

  @Test("An upload skips bytes that are sent again and rejects a gap")
  func overlap() async throws {
    let fixture = try StorageFixture()
    let data = bytes(2 * Self.chunk)
    await begin(fixture)
    _ = await send(fixture, "bytes 0-\(Self.chunk - 1)/*", Array(data[..<Self.chunk]))
    let gap = await send(
      fixture,
      "bytes \(Self.chunk + 1)-\(2 * Self.chunk)/*",
      Array(data[Self.chunk...])
    )
    #expect(gap.status == .badRequest)
    #expect(gap.json["error"]?["errors"]?[0]["reason"]?.string == "dataLoss")
    let again = await send(fixture, "bytes 0-\(data.count - 1)/\(data.count)", data)
    #expect(again.status == .ok)
    let stored = try await fixture.environment.bucket("images").data(at: "a", maximumSize: .max)
    #expect(stored == data)
  }

  @Test("An upload can be empty, in one request, or with status 200 instead of 308")
  func shortForms() async throws {
    var fixture = try StorageFixture()
    await begin(fixture)
    #expect(await send(fixture, "bytes */0").status == .ok)
    #expect(try await fixture.text(at: "a") == "")
    fixture = try StorageFixture()
    await begin(fixture)
    #expect(await fixture.send(.put, Self.session, text: "all").status == .ok)
    #expect(try await fixture.text(at: "a") == "all")
    fixture = try StorageFixture()
    await begin(fixture)
    let response = await fixture.send(
      .put,
      Self.session,
      ["Content-Range": "bytes 0-\(Self.chunk - 1)/*", "X-GUploader-No-308": "yes"],
      body: bytes(Self.chunk)
    )
    #expect(response.status == .ok)
    #expect(response.header("X-HTTP-Status-Code-Override") == "308")
    #expect(response.header("Range") == "bytes=0-\(Self.chunk - 1)")
  }

  @Test("An upload finishes with a status request when all bytes have arrived")
  func finalizeByAsking() async throws {
    let fixture = try StorageFixture()
    await begin(fixture)
    _ = await send(fixture, "bytes 0-\(Self.chunk - 1)/*", bytes(Self.chunk))
    #expect(await send(fixture, "bytes */5").status == .badRequest)
    #expect(await send(fixture, "bytes */\(Self.chunk + 1)").status.code == Self.incomplete)
    #expect(await send(fixture, "bytes */\(Self.chunk)").status == .ok)
  }

  @Test(
    "An upload rejects ranges that do not match its bytes",
    arguments: [
      ("bytes 0-9/*", 10), ("bytes 0-9/20", 10), ("bytes 0-9/10", 9), ("bytes */10", 10),
      ("bytes 0-9/5", 10), ("bytes 9-0/10", 10), ("0-9/10", 10),
      ("bytes 0-9223372036854775807/*", 1),
    ]
  )
  func badRanges(range: String, count: Int) async throws {
    let fixture = try StorageFixture()
    await begin(fixture)
    #expect(await send(fixture, range, bytes(count)).status == .badRequest)
    #expect(await send(fixture, "bytes 0-9/10", bytes(10)).status == .ok)
  }

  @Test("An upload over the declared or maximum size is rejected")
  func tooMuch() async throws {
    var fixture = try StorageFixture()
    await begin(fixture, ["X-Upload-Content-Length": "5"])
    let longer = await send(fixture, "bytes 0-9/10", bytes(10))
    #expect(longer.json["error"]?["errors"]?[0]["reason"]?.string == "dataLoss")
    fixture = try StorageFixture(maximumObjectSize: 9)
    await begin(fixture)
    #expect(await send(fixture, "bytes 0-9/10", bytes(10)).status == .contentTooLarge)
  }

  @Test("Preconditions and digests are checked at the end, and retries get the same result")
  func judgement() async throws {
    var fixture = try StorageFixture()
    await begin(fixture, query: "&ifGenerationMatch=0")
    try await fixture.put("faster", at: "a")
    for _ in 0..<2 {
      #expect(await send(fixture, "bytes 0-0/1", [1]).status == .preconditionFailed)
    }
    #expect(try await fixture.text(at: "a") == "faster")
    fixture = try StorageFixture()
    await begin(fixture, json: #"{"crc32c": "AAAAAA=="}"#)
    #expect(await send(fixture, "bytes 0-0/1", [1]).status == .badRequest)
    #expect(try await fixture.text(at: "a") == nil)
  }

  @Test("A cancelled upload returns 499 and is then gone")
  func cancellation() async throws {
    let fixture = try StorageFixture()
    await begin(fixture)
    #expect(await fixture.send(.delete, Self.session).status.code == 499)
    #expect(await send(fixture, "bytes 0-0/1", [1]).status == .gone)
    let unknown = Self.session.replacing("id-1", with: "id-2")
    #expect(await fixture.send(.put, unknown, body: [1]).status == .notFound)
    #expect(await fixture.send(.delete, unknown).status == .notFound)
  }
}
