import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Uploads to the Cloud Storage JSON API")
struct UploadTests {
  private static let path = "/upload/storage/v1/b/images/o"

  @Test("A media upload stores only bytes")
  func media() async throws {
    let fixture = try StorageFixture()
    let response = await fixture.send(
      .post,
      "\(Self.path)?uploadType=media&name=a%2Fb",
      ["Content-Type": "text/plain"],
      text: "hello world"
    )
    #expect(response.status == .ok)
    #expect(response.json["name"]?.string == "a/b")
    #expect(response.json["contentType"]?.string == "text/plain")
    #expect(response.json["crc32c"]?.string == "yZRlqg==")
    #expect(try await fixture.text(at: "a/b") == "hello world")
    let nameless = await fixture.send(.post, "\(Self.path)?uploadType=media", text: "x")
    #expect(nameless.status == .badRequest)
    #expect(nameless.json["error"]?["message"]?.string == "Required parameter: name")
    let untyped = await fixture.send(.post, "\(Self.path)?uploadType=media&name=c", text: "")
    #expect(untyped.json["contentType"]?.string == "application/octet-stream")
    let unknown = await fixture.send(.post, "\(Self.path)?uploadType=other&name=c", text: "")
    #expect(unknown.status == .badRequest)
  }

  private func multipart(_ json: String, _ content: String, type: String = "text/plain") -> String {
    "--b\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n\(json)\r\n"
      + "--b\r\ncontent-type: \(type)\r\n\r\n\(content)\r\n--b--"
  }

  @Test(
    "A multipart upload stores metadata and bytes from one body",
    arguments: ["multipart/related; boundary=b", #"multipart/related; boundary="b"; charset=x"#]
  )
  func multipart(contentType: String) async throws {
    let fixture = try StorageFixture()
    let content = "a\r\n--c\r\n\r\n--\u{0}é"
    let response = await fixture.send(
      .post,
      "\(Self.path)?uploadType=multipart",
      ["Content-Type": contentType],
      text: multipart(#"{"name": "a", "metadata": {"k": "v"}}"#, content)
    )
    #expect(response.status == .ok)
    #expect(response.json["contentType"]?.string == "text/plain")
    #expect(response.json["metadata"] == Tree(["k": "v"]))
    #expect(try await fixture.text(at: "a") == content)
  }

  @Test("Multipart bodies are split at line ends of either kind, and only the last is removed")
  func lineEnds() async throws {
    let fixture = try StorageFixture()
    for (content, lineEnd) in [("a\r\n", "\r\n"), ("a\n", "\n"), ("\r\n\r\n", "\r\n"), ("", "\n")] {
      let lines = ["--b", "", #"{"name": "a"}"#, "--b", "Content-Type: a/b", "", content, "--b--"]
      let response = await fixture.send(
        .post,
        "\(Self.path)?uploadType=multipart",
        ["Content-Type": "multipart/related; boundary=b"],
        text: lines.joined(separator: lineEnd)
      )
      #expect(response.json["contentType"]?.string == "a/b")
      #expect(try await fixture.text(at: "a") == content)
    }
  }

  @Test(
    "Malformed multipart bodies are rejected",
    arguments: [
      (
        "multipart/related", "--b\r\n\r\n{}\r\n--b\r\n\r\nx\r\n--b--",
        "A multipart body needs a Content-Type with a boundary."
      ),
      ("multipart/related; boundary=b", "", "The multipart body ends before its last boundary."),
      (
        "multipart/related; boundary=b", "--b\r\n\r\n{}\r\n--b\r\n\r\nx",
        "The multipart body ends before its last boundary."
      ),
      (
        "multipart/related; boundary=b", "--b\r\n\r\n{}\r\n--b--",
        "A multipart upload must have two parts, the metadata and the bytes; found 1."
      ),
      (
        "multipart/related; boundary=b", "--b\r\n\r\n[]\r\n--b\r\n\r\nx\r\n--b--",
        "The body is a JSON list; an object is expected."
      ),
    ]
  )
  func badMultipart(contentType: String, body: String, message: String) async throws {
    let fixture = try StorageFixture()
    let response = await fixture.send(
      .post,
      "\(Self.path)?uploadType=multipart&name=a",
      ["Content-Type": contentType],
      text: body
    )
    #expect(response.status == .badRequest)
    #expect(response.json["error"]?["message"]?.string == message)
    #expect(try await fixture.text(at: "a") == nil)
  }

  @Test("An upload is stored only if its bytes match the given digests")
  func digests() async throws {
    let fixture = try StorageFixture()
    let cases: [(String, String?)] = [
      (#"{"name": "a", "crc32c": "yZRlqg==", "md5Hash": "XrY7u+Ae7tCTyyK7j1rNww=="}"#, nil),
      (
        #"{"name": "b", "crc32c": "AAAAAA=="}"#,
        #"Provided CRC32C "AAAAAA==" doesn't match calculated CRC32C "yZRlqg=="."#
      ),
      (
        #"{"name": "b", "md5Hash": "1B2M2Y8AsgTpgAmY7PhCfg=="}"#,
        #"Provided MD5 hash "1B2M2Y8AsgTpgAmY7PhCfg==" doesn't match calculated MD5 hash "#
          + #""XrY7u+Ae7tCTyyK7j1rNww=="."#
      ),
    ]
    for (json, message) in cases {
      let response = await fixture.send(
        .post,
        "\(Self.path)?uploadType=multipart",
        ["Content-Type": "multipart/related; boundary=b"],
        text: multipart(json, "hello world")
      )
      #expect(response.status == (message == nil ? .ok : .badRequest))
      #expect(response.json["error"]?["message"]?.string == message)
    }
    #expect(try await fixture.text(at: "b") == nil)
    let field = await fixture.send(
      .post,
      "\(Self.path)?uploadType=media&name=b",
      ["X-Goog-Hash": "crc32c=AAAAAA==,md5=XrY7u+Ae7tCTyyK7j1rNww=="],
      text: "hello world"
    )
    #expect(field.status == .badRequest)
  }

  @Test("Uploads with invalid names or sizes are rejected")
  func limits() async throws {
    let fixture = try StorageFixture(maximumObjectSize: 4)
    let large = await fixture.send(.post, "\(Self.path)?uploadType=media&name=a", text: "12345")
    #expect(large.status == .contentTooLarge)
    for name in ["..", "a%0Ab", ".well-known%2Facme-challenge%2Fx"] {
      let response = await fixture.send(.post, "\(Self.path)?uploadType=media&name=\(name)")
      #expect(response.status == .badRequest, "\(name)")
    }
  }
}
