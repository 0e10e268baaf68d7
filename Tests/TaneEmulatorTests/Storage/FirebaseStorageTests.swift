import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Firebase Storage API")
struct FirebaseStorageTests {
  private static let upload = "X-Goog-Upload-Command"

  @Test("A raw Firebase Storage upload stores the bytes and returns a download token")
  func rawUpload() async throws {
    let fixture = try StorageFixture()
    let response = await fixture.send(
      .post,
      "/v0/b/images/o?name=a%2Fb.txt",
      ["Content-Type": "text/plain"],
      text: "hello world"
    )
    #expect(response.status == .ok)
    #expect(
      response.json
        == Tree([
          "name": "a/b.txt", "bucket": "images", "generation": "1700000000123000",
          "metageneration": "1", "contentType": "text/plain", "storageClass": "STANDARD",
          "size": "11", "md5Hash": "XrY7u+Ae7tCTyyK7j1rNww==", "crc32c": "yZRlqg==",
          "etag": "MTcwMDAwMDAwMDEyMzAwMC8x", "timeCreated": "2023-11-14T22:13:20.123Z",
          "updated": "2023-11-14T22:13:20.123Z",
          "contentDisposition": "inline; filename*=utf-8''b.txt", "contentEncoding": "identity",
          "downloadTokens": "id-1",
        ])
    )
    let media = "/v0/b/images/o/a%2Fb.txt?alt=media"
    #expect(await fixture.send(.get, "\(media)&token=id-1").text == "hello world")
    #expect(await fixture.send(.get, media).text == "hello world")
    let wrong = await fixture.send(.get, "\(media)&token=other")
    #expect(wrong.status == .forbidden)
    let range = await fixture.send(.get, media, ["Range": "bytes=0-4"])
    #expect(range.status == .partialContent)
    #expect(range.text == "hello")
  }

  @Test("A multipart Firebase Storage upload stores metadata and bytes")
  func multipart() async throws {
    let fixture = try StorageFixture()
    let response = await fixture.send(
      .post,
      "/v0/b/images/o?name=a",
      ["X-Goog-Upload-Protocol": "multipart", "Content-Type": "multipart/related; boundary=0123"],
      text: "--0123\r\nContent-Type: application/json; charset=utf-8\r\n\r\n"
        + #"{"name":"a","contentType":"image/png","metadata":{"k":"v"}}"#
        + "\r\n--0123\r\nContent-Type: image/png\r\n\r\nbytes\r\n--0123--"
    )
    #expect(response.status == .ok)
    #expect(response.json["contentType"]?.string == "image/png")
    #expect(response.json["metadata"] == Tree(["k": "v"]))
    #expect(try await fixture.text(at: "a") == "bytes")
  }

  @Test(
    "Resumable Firebase Storage uploads work as the web and Apple SDKs send them",
    arguments: [
      (HTTPRequest.Method.post, "/v0/b/images/o?name=a%2Fb", "X-Goog-Upload-Header-Content-Type"),
      (.put, "/v0/b/images/o/a%2Fb?uploadType=resumable&name=a%2Fb", "X-Goog-Upload-Content-Type"),
    ]
  )
  func resumable(method: HTTPRequest.Method, path: String, typeField: String) async throws {
    let fixture = try StorageFixture()
    let start = await fixture.send(
      .post,
      path,
      ["X-Goog-Upload-Protocol": "resumable", Self.upload: "start", typeField: "text/plain"],
      text: #"{"metadata": {"k": "v"}}"#
    )
    #expect(start.status == .ok)
    #expect(start.header("X-Goog-Upload-Status") == "active")
    #expect(start.header("X-Goog-Upload-Chunk-Granularity") == "262144")
    let session = "/v0/b/images/o?name=a%2Fb&upload_id=id-2&upload_protocol=resumable"
    #expect(start.header("X-Goog-Upload-URL") == "http://localhost:9199\(session)")
    let part = await fixture.send(
      method,
      session,
      [Self.upload: "upload", "X-Goog-Upload-Offset": "0"],
      text: "hello "
    )
    #expect(part.status == .ok)
    #expect(part.header("X-Goog-Upload-Status") == "active")
    let query = await fixture.send(method, session, [Self.upload: "query"])
    #expect(query.header("X-Goog-Upload-Status") == "active")
    #expect(query.header("X-Goog-Upload-Size-Received") == "6")
    let gap = await fixture.send(
      method,
      session,
      [Self.upload: "upload", "X-Goog-Upload-Offset": "7"],
      text: "x"
    )
    #expect(gap.status == .badRequest)
    for _ in 0..<2 {
      let last = await fixture.send(
        method,
        session,
        [Self.upload: "upload, finalize", "X-Goog-Upload-Offset": "6"],
        text: "world"
      )
      #expect(last.status == .ok)
      #expect(last.header("X-Goog-Upload-Status") == "final")
      #expect(last.json["name"]?.string == "a/b")
      #expect(last.json["contentType"]?.string == "text/plain")
      #expect(last.json["size"]?.string == "11")
    }
    #expect(try await fixture.text(at: "a/b") == "hello world")
    let final = await fixture.send(method, session, [Self.upload: "query"])
    #expect(final.header("X-Goog-Upload-Status") == "final")
    let cancel = await fixture.send(method, session, [Self.upload: "cancel"])
    #expect(cancel.status == .badRequest)
  }

  @Test("A failed Firebase Storage upload returns the same error when its status is queried")
  func failure() async throws {
    let fixture = try StorageFixture()
    _ = await fixture.send(
      .post,
      "/v0/b/images/o?name=a",
      ["X-Goog-Upload-Protocol": "resumable", Self.upload: "start"],
      text: #"{"md5Hash": "1B2M2Y8AsgTpgAmY7PhCfg=="}"#
    )
    for _ in 0..<2 {
      let response = await fixture.send(
        .post,
        "/v0/b/images/o?name=a&upload_id=id-2",
        [Self.upload: "upload, finalize", "X-Goog-Upload-Offset": "0"],
        text: "x"
      )
      #expect(response.status == .badRequest)
      #expect(response.header("X-Goog-Upload-Status") == "final")
    }
    #expect(try await fixture.text(at: "a") == nil)
  }

  @Test("A Firebase Storage upload can be cancelled")
  func cancellation() async throws {
    let fixture = try StorageFixture()
    _ = await fixture.send(
      .post,
      "/v0/b/images/o?name=a",
      ["X-Goog-Upload-Protocol": "resumable", Self.upload: "start"]
    )
    let session = "/v0/b/images/o?name=a&upload_id=id-2"
    let cancelled = await fixture.send(.post, session, [Self.upload: "cancel"])
    #expect(cancelled.status == .ok)
    #expect(cancelled.header("X-Goog-Upload-Status") == "cancelled")
    let query = await fixture.send(.post, session, [Self.upload: "query"])
    #expect(query.header("X-Goog-Upload-Status") == "cancelled")
    let finalize = await fixture.send(.post, session, [Self.upload: "finalize"])
    #expect(finalize.status == .badRequest)
    let unknown = "/v0/b/images/o?name=a&upload_id=id-9"
    #expect(await fixture.send(.post, unknown, [Self.upload: "cancel"]).status == .notFound)
  }

  @Test("Download tokens are hidden from metadata and kept when metadata changes")
  func tokens() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("x", at: "a", ObjectMetadata(custom: ["k": "v"]))
    let described = await fixture.send(.get, "/v0/b/images/o/a")
    #expect(described.json["downloadTokens"]?.string == "id-1")
    #expect(described.json["metadata"] == Tree(["k": "v"]))
    let cloud = await fixture.send(.get, "/storage/v1/b/images/o/a")
    #expect(
      cloud.json["metadata"] == Tree(["k": "v", "firebaseStorageDownloadTokens": "id-1"])
    )
    let patched = await fixture.send(
      .patch,
      "/v0/b/images/o/a",
      text:
        #"{"contentType": "a/b", "metadata": {"k": null, "firebaseStorageDownloadTokens": "mine"}}"#
    )
    #expect(patched.json["downloadTokens"]?.string == "id-1")
    #expect(patched.json["metadata"] == nil)
    #expect(patched.json["contentType"]?.string == "a/b")
    let override = await fixture.send(
      .put,
      "/v0/b/images/o/a",
      ["X-HTTP-Method-Override": "PATCH"],
      text: #"{"metadata": null}"#
    )
    #expect(override.json["downloadTokens"]?.string == "id-1")
  }

  @Test("Administrators can create and revoke download tokens")
  func tokenChanges() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("x", at: "a")
    let owner: KeyValuePairs = ["Authorization": "Bearer owner"]
    let path = "/v0/b/images/o/a"
    #expect(await fixture.send(.post, "\(path)?create_token=true").status == .forbidden)
    let first = await fixture.send(.post, "\(path)?create_token=true", owner)
    #expect(first.json["downloadTokens"]?.string == "id-1")
    let second = await fixture.send(.post, "\(path)?create_token=true", owner)
    #expect(second.json["downloadTokens"]?.string == "id-1,id-2")
    let withdrawn = await fixture.send(.post, "\(path)?delete_token=id-1", owner)
    #expect(withdrawn.json["downloadTokens"]?.string == "id-2")
    let last = await fixture.send(.post, "\(path)?delete_token=id-2", owner)
    #expect(last.json["downloadTokens"]?.string == "id-3")
    #expect(await fixture.send(.post, "\(path)?create_token=no", owner).status == .badRequest)
  }

  @Test("Objects can be deleted, and missing ones return Firebase's error")
  func removal() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("x", at: "a")
    #expect(await fixture.send(.delete, "/v0/b/images/o/a").status == .noContent)
    let deleted = await fixture.send(.delete, "/v0/b/images/o/a")
    #expect(deleted.status == .notFound)
    #expect(
      deleted.text
        == #"{"error":{"code":404,"message":"Not Found.  Could not delete object","#
        + #""status":"DELETE_OBJECT"}}"#
    )
    let missing = await fixture.send(.get, "/v0/b/images/o/a")
    #expect(
      missing.text
        == #"{"error":{"code":404,"message":"Not Found.  Could not get object","#
        + #""status":"GET_OBJECT"}}"#
    )
  }

  @Test("Preflight requests are answered, and pages may read the required headers")
  func crossOrigin() async throws {
    let fixture = try StorageFixture()
    let preflight = await fixture.send(
      .options,
      "/v0/b/images/o?name=a",
      [
        "Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-goog-upload-command",
      ]
    )
    #expect(preflight.status == .noContent)
    #expect(preflight.header("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(preflight.header("Access-Control-Allow-Headers") == "x-goog-upload-command")
    let response = await fixture.send(
      .get,
      "/v0/b/images/o",
      ["Origin": "http://localhost:3000"]
    )
    #expect(response.header("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(response.header("Access-Control-Expose-Headers")?.contains("X-Goog-Upload-URL") == true)
    #expect(await fixture.send(.get, "/v0/b/images/o").header("Vary") == nil)
  }
}
