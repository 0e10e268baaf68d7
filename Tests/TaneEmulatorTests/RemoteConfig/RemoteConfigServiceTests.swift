import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats
import TaneTesting
import Testing

@Suite("Remote Config REST API")
struct RemoteConfigServiceTests {
  private static let path = "/v1/projects/demo/remoteConfig"
  private let service: RemoteConfigService

  init() {
    let store = InMemoryRemoteConfigStore { DocumentTimestamp(milliseconds: 1_700_000_000_123) }
    service = RemoteConfigService { $0 == "demo" ? store : nil }
  }

  private func send(
    _ method: HTTPRequest.Method,
    _ rest: String = "",
    ifMatch etag: String? = nil,
    _ json: String = ""
  ) async -> EmulatorResponse {
    var request = EmulatorRequest.make(method, Self.path + rest, body: Array(json.utf8))
    request.head.headerFields[.ifMatch] = etag
    return await service.respond(to: request)
  }

  private func template(_ text: String) -> String {
    #"{"parameters":{"word":{"defaultValue":{"value":"\#(text)"},"valueType":"STRING"}}}"#
  }

  @Test("The Remote Config template is empty at first, and later the published template")
  func publishing() async {
    let first = await send(.get)
    #expect(first.status == .ok)
    #expect(first.text == "{}")
    #expect(first.header("ETag") == "etag-demo-0")
    let published = await send(.put, ifMatch: "etag-demo-0", template("one"))
    let expected =
      #"{"parameters":{"word":{"defaultValue":{"value":"one"},"valueType":"STRING"}},"#
      + #""version":{"updateTime":"2023-11-14T22:13:20.123000Z","versionNumber":"1"}}"#
    #expect(published.text == expected)
    #expect(published.header("ETag") == "etag-demo-1")
    let found = await send(.get)
    #expect(found.text == expected)
    #expect(found.header("ETag") == "etag-demo-1")
  }

  @Test("Publishing Remote Config requires the current ETag or *")
  func conditions() async {
    let missing = await send(.put, "", template("one"))
    #expect(missing.status == .badRequest)
    #expect(
      missing.json["error"]?["message"]?.string
        == "The request has no If-Match: send the ETag of the template, or *."
    )
    #expect(await send(.put, ifMatch: "*", template("one")).status == .ok)
    let late = await send(.put, ifMatch: "etag-demo-0", template("two"))
    #expect(late.status == .conflict)
    #expect(
      late.text
        == #"{"error":{"code":409,"message":"[VERSION_MISMATCH]: the template was changed: "#
        + #"expected the ETag etag-demo-0, found etag-demo-1; read the template "#
        + #"again","status":"ABORTED"}}"#
    )
    #expect(await send(.put, ifMatch: "*", template("two")).header("ETag") == "etag-demo-2")
  }

  @Test("Publishing Remote Config with validateOnly checks the template and publishes nothing")
  func validation() async {
    let valid = await send(.put, "?validateOnly=true", ifMatch: "etag-demo-0", template("one"))
    #expect(valid.status == .ok)
    #expect(valid.header("ETag") == "etag-demo-0")
    #expect(valid.json["parameters"]?["word"]?["defaultValue"]?["value"]?.string == "one")
    let wrong = await send(
      .put,
      "?validateOnly=true",
      ifMatch: "*",
      #"{"parameters":{"1":{"defaultValue":{"value":""}}}}"#
    )
    #expect(wrong.status == .badRequest)
    #expect(
      wrong.text
        == #"{"error":{"code":400,"message":"remoteConfig:/parameters/1: the parameter \"1\" "#
        + #"cannot be stored: a key can contain only English letters, digits and _, and "#
        + #"cannot begin with a digit","status":"INVALID_ARGUMENT"}}"#
    )
    #expect(await send(.get).header("ETag") == "etag-demo-0")
  }

  @Test("Remote Config versions are listed in pages and can be rolled back to")
  func versions() async {
    for text in ["one", "two", "three"] { _ = await send(.put, ifMatch: "*", template(text)) }
    let page = await send(.get, ":listVersions?pageSize=2")
    #expect(
      page.json["versions"]?.children.compactMap { $0["versionNumber"]?.string } == ["3", "2"]
    )
    #expect(page.json["nextPageToken"]?.string == "2")
    let rest = await send(.get, ":listVersions?pageSize=2&pageToken=2")
    #expect(rest.json["versions"]?.children.compactMap { $0["versionNumber"]?.string } == ["1"])
    #expect(rest.json["nextPageToken"] == nil)
    let second = await send(.get, "?versionNumber=2")
    #expect(second.json["parameters"]?["word"]?["defaultValue"]?["value"]?.string == "two")
    #expect(second.header("ETag") == "etag-demo-2")
    let back = await send(.post, ":rollback", #"{"versionNumber":"1"}"#)
    #expect(back.header("ETag") == "etag-demo-4")
    let found = await send(.get)
    #expect(found.json["parameters"]?["word"]?["defaultValue"]?["value"]?.string == "one")
  }

  @Test(
    "Missing Remote Config versions and invalid requests are rejected",
    arguments: [
      (
        HTTPRequest.Method.get, "?versionNumber=7", "", 404,
        "There is no version 7 of the template."
      ),
      (
        .get, "?versionNumber=x", "", 400,
        "Invalid value at 'versionNumber': found \"x\", expected a whole number."
      ),
      (.post, ":rollback", "{}", 400, "The request has no versionNumber."),
      (.post, ":rollback", #"{"versionNumber":9}"#, 404, "There is no version 9 of the template."),
      (.delete, "", "", 404, "Nothing is served at this path with this method."),
      (.get, ":downloadDefaults", "", 404, "Nothing is served at this path with this method."),
      (
        .put, "", "[]", 400,
        "Invalid JSON payload received. The body is a JSON list; an object is expected."
      ),
    ]
  )
  func refusals(
    method: HTTPRequest.Method,
    rest: String,
    body: String,
    status: Int,
    message: String
  ) async {
    let response = await send(method, rest, ifMatch: "*", body)
    #expect(response.status.code == status)
    #expect(response.json["error"]?["message"]?.string == message)
  }

  @Test("A Remote Config project that is not served is rejected")
  func projects() async {
    let response = await service.respond(to: .make(.get, "/v1/projects/other/remoteConfig"))
    #expect(response.status == .notFound)
    #expect(response.json["error"]?["message"]?.string == "The project other is not served here.")
  }
}
