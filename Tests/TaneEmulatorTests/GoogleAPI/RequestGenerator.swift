import HTTPTypes
import TestSupport
import TaneEmulator

/// Generates random requests from parts of valid requests.
struct RequestGenerator {
  var random: SeededGenerator

  private static let segments = [
    "v1", "v0", "b", "o", "storage", "upload", "download", "images", "a%2Fb", "..", "%2E%2E", "%00",
    "projects", "demo", "p", "databases", "(default)", "documents", "c", "d", "documents:commit",
    "documents:runQuery", "documents:batchGet", "accounts:signUp", "accounts:lookup", "accounts",
    "accounts:batchCreate", "accounts:update", "token", "emulator", "compose", "copyTo", "batch",
    "rewriteTo", "identitytoolkit.googleapis.com", "internal", "reset", "%FF%FE", "麺", "",
  ]
  private static let parameters = [
    "uploadType=media", "uploadType=resumable", "uploadType=multipart", "name=a", "upload_id=id-1",
    "alt=media", "maxResults=-1", "pageSize=99999999999999999999", "key=any", "pageToken=%%%",
    "ifGenerationMatch=9223372036854775808", "updateMask.fieldPaths=a..b", "orderBy=,", "=", "&&",
    "pageToken=OTIyMzM3MjAzNjg1NDc3NTgwNw", "orderBy=a", "nextPageToken=_", "token=x",
  ]
  private static let fields: [(String, String)] = [
    ("Authorization", "Bearer owner"), ("Content-Range", "bytes 0-9223372036854775806/*"),
    ("Content-Range", "bytes */5"), ("Range", "bytes=-9223372036854775808"),
    ("Range", "bytes=1-9223372036854775807"), ("X-Goog-Upload-Command", "upload, finalize"),
    ("X-Goog-Upload-Offset", "9223372036854775807"), ("X-Goog-Upload-Protocol", "multipart"),
    ("X-Goog-Upload-Protocol", "resumable"), ("X-Goog-Upload-Command", "start"),
    ("Content-Type", "multipart/related; boundary=b"), ("X-HTTP-Method-Override", "PATCH"),
    ("Content-Type", "multipart/related; boundary=\""), ("Origin", "http://x"),
  ]
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"users\"", "\"localId\"", "\"a\"", "\"fields\"", "null",
    "1e999",
    "\"structuredQuery\"", "\"from\"", "\"collectionId\"", "\"where\"", "\"limit\"", "-1",
    "\"idToken\"",
    "\"writes\"", "\"update\"", "\"name\"", "\"token\"", "\"{\"", "--b", "\r\n", "--b--", "\u{0}",
    "\"integerValue\"", "\"9223372036854775808\"", "\"email\"", "\"@.\"", "\"x.y.\"",
    "\"e30.e30.\"",
  ]
  private static let bodies = [
    "", "{}", #"{"structuredQuery":{"from":[{"collectionId":"c"}],"offset":9223372036854775807}}"#,
    #"{"users":[{"localId":"a","createdAt":"-9223372036854775808","lastLoginAt":"9223372036854775807"}]}"#,
    #"{"localId":["a"]}"#, "--b\r\n\r\n{}\r\n--b\r\n\r\n--b--", "--b\r\n--b\r\n--b--",
    #"{"writes":[{"update":{"name":"projects/p/databases/(default)/documents/c/d"},"#
      + #""updateTransforms":[{"fieldPath":"a","increment":{"doubleValue":"Infinity"}}]}]}"#,
  ]

  mutating func request() -> EmulatorRequest {
    let methods: [HTTPRequest.Method] = [.get, .put, .post, .post, .post, .patch, .delete, .head]
    let path = (0..<Int.random(in: 0...8, using: &random)).map { _ in pick(Self.segments) }
    let query = (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(Self.parameters) }
    let body =
      Bool.random(using: &random)
      ? pick(Self.bodies)
      : (0..<Int.random(in: 0...12, using: &random)).map { _ in pick(Self.pieces) }.joined()
    var request = EmulatorRequest.make(
      pick(methods),
      "/" + pick(Self.prefixes) + path.joined(separator: "/") + "?" + query.joined(separator: "&"),
      body: Array(body.utf8)
    )
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let (name, value) = pick(Self.fields)
      guard let name = HTTPField.Name(name) else { continue }
      request.head.headerFields[name] = value
    }
    return request
  }

  private static let prefixes = [
    "", "b/images/o/", "v0/b/images/o/", "upload/storage/v1/b/images/o",
    "v1/projects/p/databases/(default)/", "v1/projects/p/databases/(default)/documents/c/",
    "v1/", "v1/projects/demo/",
  ]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }
}
