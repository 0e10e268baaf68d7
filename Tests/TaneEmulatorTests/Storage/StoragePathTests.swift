import HTTPTypes
import TaneEmulator
import Testing

/// Google's clients use paths below `/storage/v1`; the Firebase emulator serves some calls only
/// below `/b`.
@Suite("Cloud Storage paths")
struct StoragePathTests {
  private struct Call {
    let method: HTTPRequest.Method
    let path: String
    var type = "application/json"
    var body = ""
    var status = HTTPResponse.Status.ok
  }

  private static let calls = [
    Call(method: .post, path: "/b?project=demo", body: #"{"name":"other"}"#),
    Call(method: .get, path: "/b?project=demo"),
    Call(method: .get, path: "/b/other"),
    Call(method: .get, path: "/b/other/iam/testPermissions?permissions=storage.objects.get"),
    Call(
      method: .post,
      path: "UPLOAD/b/images/o?uploadType=media&name=a%2Fb",
      type: "text/plain",
      body: "x"
    ),
    Call(
      method: .post,
      path: "UPLOAD/b/images/o?uploadType=multipart",
      type: "multipart/related; boundary=b",
      body: "--b\r\nContent-Type: application/json\r\n\r\n{\"name\":\"c\"}\r\n--b\r\n"
        + "Content-Type: text/plain\r\n\r\ny\r\n--b--"
    ),
    Call(method: .post, path: "UPLOAD/b/images/o?uploadType=resumable&name=d"),
    Call(
      method: .put,
      path: "UPLOAD/b/images/o?uploadType=resumable&name=d&upload_id=id-1",
      type: "text/plain",
      body: "z"
    ),
    Call(method: .get, path: "/b/images/o?prefix=a&delimiter=%2F"),
    Call(method: .get, path: "/b/images/o/a%2Fb"),
    Call(method: .get, path: "/b/images/o/a%2Fb?alt=media"),
    Call(method: .get, path: "DOWNLOAD/b/images/o/a%2Fb?alt=media"),
    Call(method: .patch, path: "/b/images/o/a%2Fb", body: #"{"metadata":{"k":"v"}}"#),
    Call(method: .put, path: "/b/images/o/a%2Fb", body: #"{"contentType":"text/html"}"#),
    Call(method: .post, path: "/b/images/o/a%2Fb/copyTo/b/other/o/e%2Ff", body: "{}"),
    Call(method: .post, path: "/b/images/o/a%2Fb/rewriteTo/b/images/o/g", body: "{}"),
    Call(
      method: .post,
      path: "/b/images/o/h/compose",
      body: #"{"sourceObjects":[{"name":"c"},{"name":"d"}]}"#
    ),
    Call(method: .delete, path: "/b/other/o/e%2Ff", status: .noContent),
    Call(method: .delete, path: "/b/other", status: .noContent),
  ]

  @Test(
    "Every call works with and without /storage/v1",
    arguments: ["/storage/v1", ""]
  )
  func prefix(prefix: String) async throws {
    let fixture = try StorageFixture()
    for call in Self.calls {
      let path =
        if call.path.hasPrefix("UPLOAD") {
          "/upload/storage/v1" + call.path.dropFirst("UPLOAD".count)
        } else if call.path.hasPrefix("DOWNLOAD") {
          "/download/storage/v1" + call.path.dropFirst("DOWNLOAD".count)
        } else {
          prefix + call.path
        }
      let response = await fixture.send(
        call.method,
        path,
        ["Content-Type": call.type],
        text: call.body
      )
      #expect(response.status == call.status, "\(call.method) \(path): \(response.text)")
    }
    #expect(try await fixture.text(at: "h") == "yz")
  }
}
