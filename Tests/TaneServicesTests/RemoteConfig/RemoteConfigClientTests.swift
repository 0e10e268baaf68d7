import HTTPTypes
import TestSupport
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Remote Config client")
struct RemoteConfigClientTests {
  private static let template = RemoteConfigTemplate(
    parameters: ["word": RemoteConfigParameter(.text("one"))]
  )
  private static let json =
    #"{"parameters":{"word":{"defaultValue":{"value":"one"},"valueType":"STRING"}}}"#

  private func emulator() -> EmulatorTransport {
    let store = InMemoryRemoteConfigStore()
    return EmulatorTransport(service: RemoteConfigService { $0 == "demo" ? store : nil })
  }

  private func client(
    _ transport: any Transport,
    _ credential: ServiceCredential = .owner
  ) throws -> RemoteConfigClient {
    RemoteConfigClient(
      location: try ProjectLocation(emulator: "http://127.0.0.1:9199", project: "demo"),
      connection: TestConnections.connection(transport, credential)
    )
  }

  @Test(
    "The Remote Config client conforms to its port at an emulator",
    arguments: RemoteConfigStoreConformance.checks
  )
  func conforms(check: RemoteConfigStoreConformance.Check) async throws {
    try await check.run(on: try client(emulator()))
  }

  @Test("The Remote Config client conforms to its port over sockets")
  func conformsOverSockets() async throws {
    let service = RemoteConfigService { InMemoryRemoteConfigStore($0) }
    let server = try await EmulatorServer.start([EmulatorEndpoint("remoteConfig", service, port: 0)]
    )
    let address = try #require(server.address(of: "remoteConfig"))
    let client = RemoteConfigClient(
      location: try ProjectLocation(emulator: "http://\(address)", project: "demo"),
      connection: ServiceConnection(transport: AsyncHTTPTransport.patient(), credential: .owner)
    )
    #expect(try await client.current().etag == "etag-demo-0")
    await server.shutDown()
  }

  @Test("Publishing a template sends the ETag that was read from Firebase")
  func requests() async throws {
    let transport = TestTransport([.json(Self.json, 200, [.eTag: "etag-1-7"])])
    let client = RemoteConfigClient(
      location: ProjectLocation(project: "demo"),
      connection: TestConnections.connection(transport, TestConnections.production)
    )
    #expect(try await client.current().etag == "etag-1-7")
    _ = try await client.replace(Self.template, ifMatch: "etag-1-6")
    try await client.validate(Self.template, ifMatch: "etag-1-6")
    _ = try await client.versions(limit: 5)
    let url = "https://firebaseremoteconfig.googleapis.com/v1/projects/demo/remoteConfig"
    #expect(
      transport.lines == [
        "GET \(url)", "PUT \(url)", "PUT \(url)?validateOnly=true",
        "GET \(url):listVersions?pageSize=5",
      ]
    )
    #expect(transport.requests.allSatisfy { $0.fields[.acceptEncoding] == "gzip" })
    #expect(transport.requests[1].fields[.ifMatch] == "etag-1-6")
    #expect(transport.requests[1].text == Self.json)
    #expect(transport.requests[1].fields[.contentType] == "application/json; charset=utf-8")
  }

  @Test("Publishing a template without a specific ETag is rejected", arguments: ["", "*"])
  func noETag(etag: String) async throws {
    let transport = TestTransport([.json("{}")])
    let client = try client(transport)
    let error = await #expect(throws: StoreError.self) {
      try await client.replace(Self.template, ifMatch: etag)
    }
    #expect(
      error?.message == "to replace the template, read it first and pass its ETag"
    )
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "Errors of Remote Config have readable messages with advice",
    arguments: [
      (
        409, "ABORTED", "[VERSION_MISMATCH]: Expected eTag does not match",
        StoreError.Code.conflict,
        "[VERSION_MISMATCH]: Expected eTag does not match (ABORTED); somebody else published a"
          + " template: read the template and compare again"
      ),
      (
        412, "FAILED_PRECONDITION", "x", .conflict,
        "x (FAILED_PRECONDITION); somebody else published a template: read the template and "
          + "compare again"
      ),
      (
        400, "INVALID_ARGUMENT", "[VERSION_MISMATCH]: no", .conflict,
        "[VERSION_MISMATCH]: no (INVALID_ARGUMENT); somebody else published a template: read the"
          + " template and compare again"
      ),
      (
        400, "INVALID_ARGUMENT", "[VALIDATION_ERROR]: no", .invalidData,
        "[VALIDATION_ERROR]: no (INVALID_ARGUMENT)"
      ),
      (
        403, "PERMISSION_DENIED", "no", .notAuthorized,
        "no (PERMISSION_DENIED); the access token is not allowed to do this; give it the role Firebase Remote Config"
          + " Admin in demo, or use another key"
      ),
      (
        403, "PERMISSION_DENIED",
        "Firebase Remote Config API has not been used in project 1 before or it is disabled.",
        .notAuthorized,
        "Firebase Remote Config API has not been used in project 1 before or it is disabled. "
          + "(PERMISSION_DENIED); enable the Firebase Remote Config API in the Google Cloud "
          + "console, wait a few minutes and try again"
      ),
    ]
  )
  func refusals(
    status: Int,
    name: String,
    message: String,
    code: StoreError.Code,
    expected: String
  ) async throws {
    let json = #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(name)"}}"#
    let client = RemoteConfigClient(
      location: ProjectLocation(project: "demo"),
      connection: TestConnections.connection(
        TestTransport([.json(json, status)]),
        TestConnections.production
      )
    )
    let error = await #expect(throws: StoreError.self) {
      try await client.replace(Self.template, ifMatch: "etag-1-1")
    }
    #expect(error?.code == code)
    #expect(error?.message == "PUT /v1/projects/demo/remoteConfig: \(expected)")
    #expect(error?.outcome == .nothingWritten)
  }

  @Test("A Remote Config response without an ETag or template is an error")
  func otherAnswers() async throws {
    let noETag = try client(TestTransport([.json(Self.json)]))
    let first = await #expect(throws: StoreError.self) { try await noETag.current() }
    #expect(
      first?.message
        == "GET /v1/projects/demo/remoteConfig: the response has no ETag, which is required to "
        + "replace the template; try again"
    )
    let other = try client(TestTransport([.json(#"{"conditions":3}"#, 200, [.eTag: "x"])]))
    let second = await #expect(throws: StoreError.self) { try await other.current() }
    #expect(
      second?.message
        == "GET /v1/projects/demo/remoteConfig: the response is not a Remote Config template "
        + "(Invalid value at 'conditions': found integer, expected a list.); try again"
    )
  }

  @Test("A template whose publication got no response is found again")
  func lostAnswer() async throws {
    let emulator = emulator()
    let transport = TestTransport { request, number in
      let response = try await emulator.send(request)
      if number == 1 { throw TransportFailure.closed }
      return response
    }
    let client = try client(transport)
    let published = try await client.replace(
      Self.template,
      ifMatch: try await client.current().etag
    )
    #expect(published.etag == "etag-demo-1")
    #expect(published.template == Self.template)
    #expect(transport.requests.map(\.method) == [.get, .put, .put, .get])
  }

  @Test("Probing Remote Config publishes nothing")
  func probe() async throws {
    let emulator = emulator()
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let probe = try await client(transport).probe()
    #expect(
      probe
        == ServiceProbeResult(
          reachable: .yes,
          credential: .yes,
          readable: .yes,
          writable: .yes,
          roundTrip: .zero
        )
    )
    #expect(transport.requests.map(\.method) == [.get, .get, .put])
    #expect(transport.requests.last?.target == "/v1/projects/demo/remoteConfig?validateOnly=true")
    #expect(try await client(emulator).current().version == nil)
  }

  @Test("If the template cannot be read again to check write access, it remains readable")
  func probeWithFailure() async throws {
    let emulator = emulator()
    let transport = TestTransport { request, count in
      guard count == 0 else { throw TransportFailure.refused }
      return try await emulator.send(request)
    }
    let probe = try await client(transport).probe()
    #expect(probe.reachable == .yes)
    #expect(probe.readable == .yes)
    #expect(probe.writable.hasPassed == nil)
  }

  @Test("Compressed Remote Config responses are decompressed")
  func packed() async throws {
    // `printf '{"parameters":…}' | gzip -9`
    let transport = TestTransport { _, _ in
      TransportResponse(
        200,
        fields: [.eTag: "e", .contentEncoding: "gzip", .contentType: "application/json"],
        bytes: Self.packed
      )
    }
    let found = try await client(transport).current()
    #expect(found.template == Self.template)
    var broken = Self.packed
    broken.removeLast(9)
    let cut = broken
    let client = try client(
      TestTransport { _, _ in
        TransportResponse(200, fields: [.eTag: "e", .contentEncoding: "gzip"], bytes: cut)
      }
    )
    let error = await #expect(throws: StoreError.self) { try await client.current() }
    #expect(
      error?.message
        == "GET /v1/projects/demo/remoteConfig: the response is not JSON, or was truncated; try "
        + "again"
    )
  }

  private static let packed =
    Base64.bytes(
      of: "H4sIAAAAAAACA6tWKkgsSsxNLUktKlayqlYqzy9KAdEpqWmJpTklYYk5pakg"
        + "fhmEoZSfl6pUqwPhhlQWgISCQ4I8/dyVamtrAUOuFUhNAAAA"
    ) ?? []
}
