import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Requests to Cloud Storage")
struct BucketCallTests {
  private static func firebase(_ transport: TestTransport) -> CloudStorageBucket {
    CloudStorageBucket(
      name: "images",
      location: BucketLocation(bucket: "demo.appspot.com"),
      connection: TestConnections.connection(transport, TestConnections.production)
    )
  }

  private static let missing = TransportResponse.json(
    #"{"error":{"code":404,"message":"The specified bucket does not exist."}}"#,
    404
  )

  @Test("Production requests to Cloud Storage use the JSON API")
  func requests() async throws {
    let answer = TransportResponse.json(
      #"{"name":"麺/1","size":"1","generation":"7","metageneration":"2","crc32c":"AAAAAA=="}"#
    )
    let transport = TestTransport([answer])
    let bucket = Self.firebase(transport)
    #expect(try await bucket.object(at: "麺/1")?.generation == 7)
    _ = try await bucket.copy("麺/1", to: "b+c", if: .absent)
    try await bucket.delete(at: "a b", if: .generation(7))
    let name = "%E9%BA%BA%2F1"
    let base = "https://storage.googleapis.com/storage/v1/b/demo.appspot.com/o"
    #expect(
      transport.lines == [
        "GET \(base)/\(name)",
        "POST \(base)/\(name)/rewriteTo/b/demo.appspot.com/o/b%2Bc?ifGenerationMatch=0",
        "DELETE \(base)/a%20b?ifGenerationMatch=7",
      ]
    )
    #expect(
      transport.requests.allSatisfy {
        $0.fields[.authorization] == "Bearer \(TestConnections.secret)"
      }
    )
  }

  @Test("An upload chunk carries no credential, because its URL is secret")
  func session() async throws {
    let session = "https://storage.googleapis.com/upload/storage/v1/b/demo/o?upload_id=secret"
    let transport = TestTransport { request, _ in
      request.method == .post
        ? TransportResponse(200, fields: [.location: session]) : TransportResponse(403)
    }
    var settings = CloudStorageBucket.Settings()
    settings.minimumResumableBytes = 0
    let bucket = CloudStorageBucket(
      name: "images",
      location: BucketLocation(bucket: "demo"),
      connection: TestConnections.connection(transport, TestConnections.production),
      settings: settings
    )
    let error = await #expect(throws: StoreError.self) {
      try await bucket.put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(transport.requests.map { $0.fields[.authorization] != nil } == [true, false])
    #expect(
      error?.message
        == "PUT /upload/storage/v1/b/demo/o?upload_id=<redacted>: status 403; the access token is not"
        + " allowed to do this; give it the role Storage Object Admin for the bucket, or use another key"
    )
  }

  @Test("A copy continues until it is complete")
  func copy() async throws {
    let transport = TestTransport { request, number in
      number == 0
        ? .json(#"{"done":false,"rewriteToken":"t/1"}"#)
        : .json(
          #"{"done":true,"resource":{"name":"b","generation":"1","metageneration":"1","crc32c":"AAAAAA=="}}"#
        )
    }
    #expect(try await Self.firebase(transport).copy("a", to: "b").name == "b")
    #expect(transport.requests.last?.target.hasSuffix("?rewriteToken=t%2F1") == true)
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let bucket = try TestConnections.bucket(emulator)
    let metadata = ObjectMetadata(contentType: "a/b", custom: ["k": "v"])
    _ = try await bucket.put([1, 2], at: "x/y", metadata: metadata, if: .none)
    #expect(try await bucket.copy("x/y", to: "z").metadata == metadata)
    let copied = try await bucket.data(at: "z", maximumSize: 2)
    #expect(copied == [1, 2])
    let absent = await #expect(throws: StoreError.self) { try await bucket.copy("none", to: "z") }
    #expect(absent?.message == "the object none does not exist")
    let conflict = await #expect(throws: StoreError.self) {
      try await bucket.copy("x/y", to: "z", if: .absent)
    }
    #expect(conflict?.code == .conflict)
  }

  @Test("Download tokens survive new metadata and new content")
  func downloadTokens() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let bucket = try TestConnections.bucket(emulator)
    let key = ObjectMetadata.downloadTokensKey
    _ = try await bucket.put([1], at: "a", metadata: ObjectMetadata(custom: [key: "t"]), if: .none)
    let object = try #require(try await bucket.object(at: "a"))
    #expect(object.metadata.custom.isEmpty)
    let renamed = ObjectMetadata(contentType: "a/b", custom: ["k": "v"])
    #expect(try await bucket.updateMetadata(renamed, at: "a", if: .none).metadata == renamed)
    #expect(try await bucket.resource(at: "a")?.downloadTokens == "t")
    let replaced = try await bucket.put(
      [2],
      at: "a",
      metadata: ObjectMetadata(),
      if: .generation(object.generation)
    )
    #expect(replaced.metadata == ObjectMetadata())
    #expect(try await bucket.resource(at: "a")?.downloadTokens == "t")
  }

  @Test(
    "Errors of Cloud Storage have readable messages with advice",
    arguments: [
      (
        missing, StoreError.Code.notFound,
        "The specified bucket does not exist. (status 404); check the bucket's name in the profile, and that"
          + " Firebase Storage is set up"
      ),
      (
        TransportResponse.json(#"{"error":{"message":"no storage.objects.list access"}}"#, 403),
        .notAuthorized,
        "no storage.objects.list access (status 403); the access token is not allowed to do this; give it the role"
          + " Storage Object Admin for the bucket, or use another key"
      ),
      (
        TransportResponse(429), .rateLimited,
        "status 429; the service accepts no more requests at the moment: try again later, or lower "
          + "\"limits.bytesPerMinute\" in the profile"
      ),
      (TransportResponse(500), .unavailable, "status 500; try again"),
      (
        TransportResponse(302, fields: [.location: "https://evil.example"]), .invalidResponse,
        "status 302; the address redirects to evil.example, but Tane does not follow redirects; "
          + "correct the URL in the profile"
      ),
      (
        TransportResponse(200), .invalidResponse,
        "the response is not JSON, or was truncated; try again"
      ),
      (
        TransportResponse(200, bytes: Array("<html>".utf8)), .invalidResponse,
        "an HTML page was returned instead of data; check the URL, and whether a proxy or a login "
          + "page responds in the service's place"
      ),
    ]
  )
  func refusals(
    answer: TransportResponse,
    code: StoreError.Code,
    message: String
  ) async throws {
    let bucket = Self.firebase(TestTransport([answer]))
    let error = await #expect(throws: StoreError.self) {
      try await bucket.list(ObjectListRequest())
    }
    #expect(error?.code == code)
    #expect(error?.service == "images (gs://demo.appspot.com)")
    #expect(error?.message == "GET /storage/v1/b/demo.appspot.com/o?maxResults=1000: \(message)")
  }

  @Test("A missing bucket is distinguished from a missing object")
  func missingBucket() async throws {
    let bucket = Self.firebase(TestTransport([Self.missing]))
    let error = await #expect(throws: StoreError.self) { try await bucket.object(at: "a") }
    #expect(error?.code == .notFound)
    let plain = TransportResponse(404, bytes: Array("No such object: demo/a".utf8))
    let other = await #expect(throws: StoreError.self) {
      try await Self.firebase(TestTransport([plain])).data(at: "a", maximumSize: 9)
    }
    #expect(other?.description == "images (gs://demo.appspot.com): the object a does not exist")
  }

  @Test("A deletion without a response is recognized as made")
  func lostDeletion() async throws {
    let transport = TestTransport { _, number in
      if number == 0 { throw TransportFailure.closed }
      return .json(#"{"error":{"code":404,"message":"No such object: demo.appspot.com/a"}}"#, 404)
    }
    try await Self.firebase(transport).delete(at: "a", if: .generation(3))
    #expect(transport.requests.count == 2)
  }

  @Test(
    "A 404 response from another server does not count as a missing object",
    arguments: [
      "404 page not found", "<html>Not Found</html>", #"{"error":"Not Found"}"#, "{}", "",
      #"{"error":{"code":404,"message":"No such object: storage/v1/b/demo/o/a"}}"#,
    ]
  )
  func foreignMiss(body: String) async throws {
    let transport = TestTransport([TransportResponse(404, bytes: Array(body.utf8))])
    let emulated = try TestConnections.bucket(transport)
    // Google's own service may return such an object name, and an emulator may return an empty
    // body.
    let isLookalike = body.contains("storage/v1")
    let buckets = isLookalike ? [emulated] : [emulated, Self.firebase(transport)]
    for bucket in body.isEmpty ? [Self.firebase(transport)] : buckets {
      var errors: [StoreError?] = []
      errors.append(await #expect(throws: StoreError.self) { try await bucket.object(at: "a") })
      errors.append(
        await #expect(throws: StoreError.self) { try await bucket.data(at: "a", maximumSize: 9) }
      )
      errors.append(
        await #expect(throws: StoreError.self) { try await bucket.delete(at: "a", if: .none) }
      )
      errors.append(
        await #expect(throws: StoreError.self) {
          try await bucket.updateMetadata(ObjectMetadata(), at: "a", if: .none)
        }
      )
      errors.append(await #expect(throws: StoreError.self) { try await bucket.list(.init()) })
      for error in errors where body.first != "{" || body == "{}" {
        #expect(error?.code == .invalidResponse)
        #expect(
          error?.message.hasSuffix(
            "; check the URL, and whether a proxy or a login page responds in the service's place"
          ) == true
        )
      }
      #expect(errors.allSatisfy { $0 != nil && $0?.message != "the object a does not exist" })
    }
    #expect(transport.requests.allSatisfy { $0.method == .get || $0.method == .delete })
  }

  @Test("An empty 404 of an emulator means a missing object, or bucket for an upload")
  func emptyMiss() async throws {
    let transport = TestTransport([TransportResponse(404)])
    let bucket = try TestConnections.bucket(transport)
    #expect(try await bucket.object(at: "a") == nil)
    let missing = StoreError.self
    let reading = await #expect(throws: missing) {
      try await bucket.data(at: "a", maximumSize: 9)
    }
    let removal = await #expect(throws: missing) { try await bucket.delete(at: "a", if: .none) }
    for error in [reading, removal] { #expect(error?.message == "the object a does not exist") }
    let upload = await #expect(throws: missing) {
      try await bucket.put([1], at: "a", metadata: ObjectMetadata(), if: .none)
    }
    #expect(upload?.code == .notFound)
    #expect(
      upload?.message.hasSuffix(
        "status 404; check the bucket's name in the profile, and that Firebase Storage is set up"
      ) == true
    )
  }

  @Test("An empty page confirms a deletion, and a page with text does not")
  func emptyConfirmation() async throws {
    let fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
    let empty = TestTransport([TransportResponse(200, fields: fields)])
    try await TestConnections.bucket(empty).delete(at: "a", if: .none)
    let page = TestTransport([TransportResponse(200, fields: fields, bytes: Array("Hello".utf8))])
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.bucket(page).delete(at: "a", if: .none)
    }
    #expect(error?.code == .invalidResponse)
  }

  @Test("Metadata added by Google's storage testbench is ignored from emulators")
  func testbenchMetadata() async throws {
    let object = #"""
      {"name":"a","size":"1","generation":"7","metageneration":"2","crc32c":"AAAAAA==",
       "metadata":{"k":"v","x_emulator_upload":"multipart","x_testbench_crc32c":"AAAAAA=="}}
      """#
    let transport = TestTransport { request, _ in
      .json(request.url.contains("/o/") ? object : #"{"items":[\#(object)]}"#)
    }
    let bucket = try TestConnections.bucket(transport)
    #expect(try await bucket.object(at: "a")?.metadata.custom == ["k": "v"])
    #expect(try await bucket.list(.init()).objects.map(\.metadata.custom) == [["k": "v"]])
    #expect(try await Self.firebase(transport).object(at: "a")?.metadata.custom.count == 3)
  }

  @Test("Storage emulators are called with the API's path, or without it if only that works")
  func layouts() async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let whole = TestTransport { request, _ in
      guard request.url.contains("/storage/v1/b/") else { return TransportResponse(404) }
      return try await emulator.send(request)
    }
    let first = try TestConnections.bucket(whole)
    #expect(try await first.object(at: "a") == nil)
    let object = try await first.put([1], at: "a", metadata: ObjectMetadata(), if: .absent)
    #expect(try await first.object(at: "a") == object)
    #expect(try await first.data(at: "a", maximumSize: 9) == [1])
    #expect(whole.requests.count == 4)
    // Firebase's own emulator responds like this to PATCH and copy requests.
    let bare = TestTransport { request, _ in
      if request.method == .patch, request.url.contains("/storage/v1/b/") {
        return TransportResponse(501, bytes: Array("Not Implemented".utf8))
      }
      return try await emulator.send(request)
    }
    let second = try TestConnections.bucket(bare)
    var metadata = object.metadata
    for number in 0..<2 {
      metadata.custom["n"] = "\(number)"
      let changed = try await second.updateMetadata(metadata, at: "a", if: .none)
      #expect(changed.metadata == metadata)
    }
    let targets = bare.requests.filter { $0.method == .patch }.map { $0.target.prefix(4) }
    #expect(targets == ["/sto", "/b/d", "/b/d"])
  }
}
