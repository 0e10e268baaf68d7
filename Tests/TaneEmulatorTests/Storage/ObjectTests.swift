import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Objects in the Cloud Storage JSON API")
struct ObjectTests {
  private static let metadata = ObjectMetadata(
    contentType: "image/png",
    cacheControl: "no-cache",
    custom: ["shop": "麺屋"]
  )

  @Test("Object resources have numbers as strings and times in milliseconds")
  func resource() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("hello world", at: "a/麺.png", Self.metadata)
    for prefix in ["/storage/v1", ""] {
      let response = await fixture.send(.get, "\(prefix)/b/images/o/a%2F%E9%BA%BA.png")
      #expect(response.status == .ok)
      #expect(response.header("Content-Type") == "application/json; charset=utf-8")
      let path = "b/images/o/a%2F%E9%BA%BA.png"
      let origin = "http://localhost:9199"
      #expect(
        response.json
          == Tree([
            "kind": "storage#object", "id": "images/a/麺.png/1700000000123000",
            "selfLink": .string("\(origin)/storage/v1/\(path)"),
            "mediaLink": .string(
              "\(origin)/download/storage/v1/\(path)?generation=1700000000123000&alt=media"
            ),
            "name": "a/麺.png", "bucket": "images", "generation": "1700000000123000",
            "metageneration": "1", "contentType": "image/png", "storageClass": "STANDARD",
            "size": "11", "md5Hash": "XrY7u+Ae7tCTyyK7j1rNww==", "crc32c": "yZRlqg==",
            "etag": "MTcwMDAwMDAwMDEyMzAwMC8x", "timeCreated": "2023-11-14T22:13:20.123Z",
            "updated": "2023-11-14T22:13:20.123Z",
            "timeStorageClassUpdated": "2023-11-14T22:13:20.123Z", "cacheControl": "no-cache",
            "metadata": ["shop": "麺屋"],
          ])
      )
    }
  }

  @Test(
    "Objects are downloaded from every path that clients use",
    arguments: [
      "/storage/v1/b/images/o/a%2Fb.txt?alt=media", "/b/images/o/a%2Fb.txt?alt=media",
      "/download/storage/v1/b/images/o/a%2Fb.txt?alt=media",
      "/download/storage/v1/b/images/o/a%2Fb.txt", "/images/a/b.txt", "/images/a%2Fb.txt",
    ]
  )
  func media(path: String) async throws {
    let fixture = try StorageFixture()
    try await fixture.put("hello world", at: "a/b.txt", Self.metadata)
    let response = await fixture.send(.get, path)
    #expect(response.status == .ok)
    #expect(response.text == "hello world")
    #expect(response.header("Content-Type") == "image/png")
    #expect(response.header("Cache-Control") == "no-cache")
    #expect(
      response.header("X-Goog-Hash") == "crc32c=yZRlqg==,md5=XrY7u+Ae7tCTyyK7j1rNww=="
    )
    #expect(response.header("X-Goog-Generation") == "1700000000123000")
    #expect(response.header("Last-Modified") == "Tue, 14 Nov 2023 22:13:20 GMT")
    let head = await fixture.send(.head, path)
    #expect(head.status == .ok)
    #expect(head.headerFields == response.headerFields)
    #expect(head.bytes.count == 11)
  }

  @Test(
    "A range request returns the requested bytes",
    arguments: [
      ("bytes=0-4", "hello", "bytes 0-4/11"), ("bytes=6-", "world", "bytes 6-10/11"),
      ("bytes=-3", "rld", "bytes 8-10/11"), ("bytes=9-99", "ld", "bytes 9-10/11"),
      ("bytes=-99", "hello world", "bytes 0-10/11"),
    ]
  )
  func ranges(range: String, text: String, contentRange: String) async throws {
    let fixture = try StorageFixture()
    try await fixture.put("hello world", at: "a")
    let response = await fixture.send(.get, "/b/images/o/a?alt=media", ["Range": range])
    #expect(response.status == .partialContent)
    #expect(response.text == text)
    #expect(response.header("Content-Range") == contentRange)
  }

  @Test("Ranges beyond the end are rejected, and invalid ranges are ignored")
  func rangesOutside() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("hello world", at: "a")
    for range in ["bytes=11-", "bytes=50-60", "bytes=-0"] {
      let response = await fixture.send(.get, "/b/images/o/a?alt=media", ["Range": range])
      #expect(response.status == .rangeNotSatisfiable)
      #expect(response.header("Content-Range") == "bytes */11")
    }
    for range in ["bytes=5-2", "lines=1-2", "bytes=a-b", "bytes=0-1,3-4"] {
      let response = await fixture.send(.get, "/b/images/o/a?alt=media", ["Range": range])
      #expect(response.status == .ok)
      #expect(response.text == "hello world")
    }
    try await fixture.put("", at: "empty")
    let empty = await fixture.send(.get, "/b/images/o/empty?alt=media", ["Range": "bytes=0-99"])
    #expect(empty.status == .ok)
  }

  @Test("Missing objects return an error in JSON, or in plain text for downloads")
  func missing() async throws {
    let fixture = try StorageFixture()
    let described = await fixture.send(.get, "/storage/v1/b/images/o/none")
    #expect(described.status == .notFound)
    #expect(
      described.text
        == #"{"error":{"code":404,"errors":[{"domain":"global","message":"No such object: "#
        + #"images/none","reason":"notFound"}],"message":"No such object: images/none"}}"#
    )
    let media = await fixture.send(.get, "/storage/v1/b/images/o/none?alt=media")
    #expect(media.status == .notFound)
    #expect(media.text == "No such object: images/none")
    let deleted = await fixture.send(.delete, "/storage/v1/b/images/o/none")
    #expect(deleted.status == .notFound)
    let old = try await fixture.put("x", at: "a")
    let other = await fixture.send(.get, "/b/images/o/a?generation=\(old.generation - 1)")
    #expect(other.status == .notFound)
  }

  @Test("PATCH changes an object field by field, and PUT as a whole")
  func patch() async throws {
    let fixture = try StorageFixture()
    try await fixture.put(
      "x",
      at: "a",
      ObjectMetadata(
        contentType: "a/b",
        cacheControl: "no-store",
        contentLanguage: "ja",
        custom: ["kept": "1", "changed": "2", "removed": "3"]
      )
    )
    let patched = await fixture.send(
      .patch,
      "/storage/v1/b/images/o/a",
      text: """
        {"cacheControl": null, "contentDisposition": "inline",
         "metadata": {"changed": "new", "removed": null, "added": "4"}}
        """
    )
    #expect(patched.status == .ok)
    #expect(patched.json["metageneration"]?.string == "2")
    var object = try await fixture.environment.bucket("images").object(at: "a")
    #expect(
      object?.metadata
        == ObjectMetadata(
          contentType: "a/b",
          contentDisposition: "inline",
          contentLanguage: "ja",
          custom: ["kept": "1", "changed": "new", "added": "4"]
        )
    )
    let put = await fixture.send(
      .put,
      "/b/images/o/a",
      text: #"{"contentType": "text/plain", "metadata": {"only": "this"}}"#
    )
    #expect(put.status == .ok)
    object = try await fixture.environment.bucket("images").object(at: "a")
    #expect(object?.metadata == ObjectMetadata(contentType: "text/plain", custom: ["only": "this"]))
    let overridden = await fixture.send(
      .post,
      "/b/images/o/a",
      ["X-HTTP-Method-Override": "PATCH"],
      text: #"{"metadata": null}"#
    )
    #expect(overridden.status == .ok)
    object = try await fixture.environment.bucket("images").object(at: "a")
    #expect(object?.metadata == ObjectMetadata(contentType: "text/plain"))
    #expect(object?.metageneration == 4)
  }

  @Test(
    "Object metadata of the wrong type is rejected",
    arguments: [
      (#"{"contentType": 3}"#, "The field contentType is a JSON integer; a string is expected."),
      (#"{"metadata": []}"#, "The field metadata is a JSON list; an object is expected."),
      (#"{"metadata": {"a": 1}}"#, "The metadata a is a JSON integer; a string is expected."),
      ("[]", "The body is a JSON list; an object is expected."),
    ]
  )
  func badPatch(body: String, message: String) async throws {
    let fixture = try StorageFixture()
    let before = try await fixture.put("x", at: "a")
    let response = await fixture.send(.patch, "/b/images/o/a", text: body)
    #expect(response.status == .badRequest)
    #expect(response.json["error"]?["message"]?.string == message)
    #expect(try await fixture.environment.bucket("images").object(at: "a") == before)
  }

  @Test("Failed preconditions return 412, or 304 for negative ones")
  func preconditions() async throws {
    let fixture = try StorageFixture()
    let generation = try await fixture.put("x", at: "a").generation
    let other = generation + 1
    let cases: [(String, HTTPResponse.Status)] = [
      ("ifGenerationMatch=\(generation)", .ok), ("ifGenerationMatch=\(other)", .preconditionFailed),
      ("ifGenerationMatch=0", .preconditionFailed), ("ifGenerationNotMatch=\(other)", .ok),
      ("ifGenerationNotMatch=\(generation)", .notModified), ("ifGenerationNotMatch=0", .ok),
      ("ifMetagenerationMatch=1", .ok), ("ifMetagenerationMatch=2", .preconditionFailed),
      ("ifMetagenerationNotMatch=1", .notModified), ("ifMetagenerationNotMatch=2", .ok),
      ("ifGenerationMatch=x", .badRequest), ("ifGenerationMatch=-1", .badRequest),
    ]
    for (query, status) in cases {
      for media in ["", "&alt=media"] {
        let response = await fixture.send(.get, "/b/images/o/a?\(query)\(media)")
        #expect(response.status == status, "\(query)\(media)")
        if status == .notModified { #expect(response.bytes.isEmpty) }
      }
    }
    for (query, status) in cases where status == .preconditionFailed || status == .notModified {
      let patched = await fixture.send(.patch, "/b/images/o/a?\(query)", text: "{}")
      #expect(patched.status == status, "PATCH \(query)")
      let deleted = await fixture.send(.delete, "/b/images/o/a?\(query)")
      #expect(deleted.status == status, "DELETE \(query)")
      let put = await fixture.send(
        .post,
        "/upload/storage/v1/b/images/o?uploadType=media&name=a&\(query)",
        text: "y"
      )
      #expect(put.status == status, "POST \(query)")
    }
    #expect(try await fixture.text(at: "a") == "x")
    let deleted = await fixture.send(.delete, "/b/images/o/a?generation=\(generation)")
    #expect(deleted.status == .noContent)
    #expect(try await fixture.text(at: "a") == nil)
  }

  @Test("Objects are copied with their metadata or with new metadata")
  func copies() async throws {
    let fixture = try StorageFixture()
    let source = try await fixture.put("hello world", at: "a/b", Self.metadata)
    let copied = await fixture.send(.post, "/storage/v1/b/images/o/a%2Fb/copyTo/b/other/o/c%2Fd")
    #expect(copied.status == .ok)
    #expect(copied.json["id"]?.string == "other/c/d/1700000000123001")
    #expect(copied.json["metadata"] == Tree(["shop": "麺屋"]))
    let rewritten = await fixture.send(
      .post,
      "/b/images/o/a%2Fb/rewriteTo/b/images/o/e",
      text: #"{"contentType": "text/plain"}"#
    )
    #expect(rewritten.json["kind"]?.string == "storage#rewriteResponse")
    #expect(rewritten.json["totalBytesRewritten"]?.string == "11")
    #expect(rewritten.json["objectSize"]?.string == "11")
    #expect(rewritten.json["done"]?.bool == true)
    #expect(rewritten.json["resource"]?["contentType"]?.string == "text/plain")
    #expect(rewritten.json["resource"]?["metadata"] == nil)
    #expect(try await fixture.text(at: "e") == "hello world")
    // Google's library for Go sends this if a copy changes nothing.
    for verb in ["copyTo", "rewriteTo"] {
      let path = "/storage/v1/b/images/o/a%2Fb/\(verb)/b/images/o/\(verb)"
      #expect(await fixture.send(.post, path, text: "null\n").status == .ok)
      let copy = try await fixture.environment.bucket("images").object(at: verb)
      #expect(copy?.metadata == Self.metadata)
    }
    let guarded: [(String, HTTPResponse.Status)] = [
      ("ifGenerationMatch=0", .preconditionFailed),
      ("ifSourceGenerationMatch=1", .preconditionFailed),
      ("ifSourceGenerationNotMatch=\(source.generation)", .notModified),
      ("sourceGeneration=1", .notFound),
      ("ifSourceGenerationMatch=\(source.generation)", .ok),
    ]
    for (query, status) in guarded {
      let response = await fixture.send(.post, "/b/images/o/a%2Fb/copyTo/b/images/o/e?\(query)")
      #expect(response.status == status, "\(query)")
    }
  }

  @Test(
    "Downloads respect conditions in header fields, as sent by the Go library",
    arguments: [
      ("X-Goog-If-Generation-Match", 0, HTTPResponse.Status.ok),
      ("X-Goog-If-Generation-Match", 1, .preconditionFailed),
      ("X-Goog-If-Metageneration-Match", 2, .preconditionFailed),
    ]
  )
  func conditions(field: String, offset: Int64, status: HTTPResponse.Status) async throws {
    let fixture = try StorageFixture()
    let object = try await fixture.put("data", at: "a/b.txt")
    let isGeneration = field == "X-Goog-If-Generation-Match"
    let value = isGeneration ? object.generation + offset : offset
    let response = await fixture.send(.get, "/images/a/b.txt", [field: "\(value)"])
    #expect(response.status == status)
    let wrong = await fixture.send(.get, "/images/a/b.txt", [field: "x"])
    #expect(wrong.status == .badRequest)
  }

  @Test("Objects restored from an export keep their generation and times")
  func restored() async throws {
    let fixture = try StorageFixture()
    let description = Tree([
      "contentType": "text/plain", "metadata": ["k": "v"], "generation": 1_700_000_000_000,
      "metageneration": 3, "timeCreated": "2023-11-14T22:13:20.000Z",
      "updated": "2023-11-14T22:13:21.500Z",
    ])
    for _ in 0..<2 {
      try await fixture.service.restore(
        description,
        Array("data".utf8),
        named: "x/y.txt",
        to: "images"
      )
    }
    let json = await fixture.send(.get, "/storage/v1/b/images/o/x%2Fy.txt").json
    #expect(json["generation"]?.string == "1700000000000")
    #expect(json["metageneration"]?.string == "3")
    #expect(json["timeCreated"]?.string == "2023-11-14T22:13:20.000Z")
    #expect(json["updated"]?.string == "2023-11-14T22:13:21.500Z")
    #expect(json["metadata"] == Tree(["k": "v"]))
    #expect(json["size"]?.string == "4")
    let media = await fixture.send(.get, "/storage/v1/b/images/o/x%2Fy.txt?alt=media")
    #expect(media.text == "data")
    #expect(media.header("X-Goog-Generation") == "1700000000000")
    #expect(media.header("X-Goog-Metageneration") == "3")
    #expect(media.header("X-Goog-Hash")?.hasPrefix("crc32c=") == true)
    // A later upload gets a new generation, although the clock is behind the export's generation.
    let far = Tree(["generation": 9_000_000_000_000_000])
    try await fixture.service.restore(far, [], named: "far", to: "images")
    #expect(try await fixture.put("new", at: "new").generation == 9_000_000_000_000_001)
    await #expect(throws: StoreError.self) {
      try await fixture.service.restore(description, [], named: "", to: "images")
    }
  }

  @Test("Composing joins objects in order")
  func compose() async throws {
    let fixture = try StorageFixture()
    let first = try await fixture.put("hello ", at: "1", ObjectMetadata(contentType: "text/plain"))
    try await fixture.put("world", at: "2")
    let response = await fixture.send(
      .post,
      "/storage/v1/b/images/o/a%2Fb/compose",
      text:
        #"{"sourceObjects": [{"name": "1"}, {"name": "2"}], "destination": {"metadata": {"k": "v"}}}"#
    )
    #expect(response.status == .ok)
    #expect(response.json["contentType"]?.string == "text/plain")
    #expect(response.json["metadata"] == Tree(["k": "v"]))
    #expect(try await fixture.text(at: "a/b") == "hello world")
    let wrong: [(String, HTTPResponse.Status)] = [
      (#"{"sourceObjects": []}"#, .badRequest), ("{}", .badRequest),
      (#"{"sourceObjects": [{"name": "none"}]}"#, .notFound),
      (
        #"{"sourceObjects": [{"name": "1", "objectPreconditions": {"ifGenerationMatch": "7"}}]}"#,
        .preconditionFailed
      ),
      (#"{"sourceObjects": [{"name": "1", "generation": "\#(first.generation)"}]}"#, .ok),
    ]
    for (body, status) in wrong {
      let response = await fixture.send(.post, "/b/images/o/c/compose", text: body)
      #expect(response.status == status, "\(body)")
    }
  }

  @Test("Invalid bucket names are rejected")
  func bucketNames() async throws {
    let fixture = try StorageFixture()
    for name in ["..", "a%2Fb", "%2E%2E%2Fsecret", "a%00b", "a b"] {
      let response = await fixture.send(.get, "/storage/v1/b/\(name)/o")
      #expect(response.status == .badRequest, "\(name)")
    }
  }

  @Test("Unknown Cloud Storage methods and paths are answered with an error")
  func unknown() async throws {
    let fixture = try StorageFixture()
    #expect(await fixture.send(.get, "/").status == .notFound)
    #expect(await fixture.send(.get, "/storage/v1/nothing").status == .notFound)
    #expect(await fixture.send(.trace, "/b/images/o/a").status == .methodNotAllowed)
    #expect(await fixture.send(.delete, "/b/images/o").status == .methodNotAllowed)
  }
}
