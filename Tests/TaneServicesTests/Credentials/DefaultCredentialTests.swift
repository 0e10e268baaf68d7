import HTTPTypes
import SystemPackage
import TaneCore
import Testing

@testable import TaneServices

@Suite("Application default credentials")
struct DefaultCredentialTests {
  private static let user =
    #"{"type":"authorized_user","client_id":"i","client_secret":"s","refresh_token":"r"}"#

  private static let google = TestTransport { request, _ in
    guard let name = HTTPField.Name("Metadata-Flavor"), request.fields[name] == "Google" else {
      return TransportResponse(403)
    }
    guard request.url.contains("/token?") else {
      return TransportResponse(200, fields: [name: "Google"])
    }
    return .json(#"{"access_token":"ya29.machine","expires_in":3599,"token_type":"Bearer"}"#)
  }

  private static func find(
    _ variables: [String: String],
    files: [String] = [],
    _ transport: TestTransport = TestTransport { _, _ in throw TransportFailure.refused }
  ) async throws -> GoogleCredential {
    let finder = CredentialFinder(
      variables: variables,
      transport: transport,
      clock: TestClock().clock
    ) { files.contains($0.string) ? Array(user.utf8) : nil }
    return try await finder.applicationDefault()
  }

  private static let gcloud = "/home/me/.config/gcloud/application_default_credentials.json"

  @Test("The variable's file is used first, then gcloud's, then the machine's account")
  func order() async throws {
    let variables = ["GOOGLE_APPLICATION_CREDENTIALS": "/key.json", "HOME": "/home/me"]
    let first = try await Self.find(variables, files: ["/key.json", Self.gcloud], Self.google)
    #expect(first.name == "the user of /key.json")
    let second = try await Self.find(["HOME": "/home/me"], files: [Self.gcloud], Self.google)
    #expect(second.name == "the user of \(Self.gcloud)")
    let folder = "/conf/application_default_credentials.json"
    let configured = ["HOME": "/home/me", "CLOUDSDK_CONFIG": "/conf"]
    let moved = try await Self.find(configured, files: [Self.gcloud, folder], Self.google)
    #expect(moved.name == "the user of \(folder)")
    let third = try await Self.find(["HOME": "/home/me"], Self.google)
    #expect(third.name == "the account of this machine")
  }

  @Test("The machine's account is requested at the documented URLs")
  func machine() async throws {
    let transport = TestTransport { request, number in
      try await Self.google.send(request)
    }
    let credential = try await Self.find(["HOME": "/home/me"], transport)
    let firebase = TestTransport([.json("1")])
    _ = try await TestConnections.firebase(firebase, .google(credential)).tree(at: "/a")
    #expect(firebase.requests.first?.fields[.authorization] == "Bearer ya29.machine")
    #expect(
      transport.lines == [
        "GET http://169.254.169.254",
        "GET http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token"
          + "?scopes=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcloud-platform%2Chttps%3A%2F%2F"
          + "www.googleapis.com%2Fauth%2Ffirebase.database%2Chttps%3A%2F%2Fwww.googleapis.com%2Fauth%2F"
          + "userinfo.email",
      ]
    )
  }

  @Test("Default credentials are looked up once, when the first token is needed")
  func later() async throws {
    let transport = TestTransport { request, _ in try await Self.google.send(request) }
    let clock = TestClock()
    let finder = CredentialFinder(variables: [:], transport: transport, clock: clock.clock)
    let credential = GoogleCredential(applicationDefaultOf: finder, clock: clock.clock)
    #expect(credential.name == "the application default credentials")
    #expect(transport.requests.isEmpty)
    let firebase = TestTransport([.json("1")])
    let database = try TestConnections.firebase(firebase, .google(credential), clock: clock)
    _ = try await database.tree(at: "/a")
    clock.advance(by: .seconds(3600))
    _ = try await database.tree(at: "/a")
    #expect(credential.name == "the account of this machine")
    let asked = transport.requests.map { $0.target.prefix { $0 != "?" } }
    let token = "/computeMetadata/v1/instance/service-accounts/default/token"
    #expect(asked == ["", token[...], token[...]])
  }

  @Test("A variable that names a missing file is an error even if other credentials exist")
  func brokenVariable() async throws {
    let variables = ["GOOGLE_APPLICATION_CREDENTIALS": "/gone.json", "HOME": "/home/me"]
    let error = await #expect(throws: CredentialError.self) {
      try await Self.find(variables, files: [Self.gcloud], Self.google)
    }
    #expect(
      error?.description
        == "GOOGLE_APPLICATION_CREDENTIALS: there is no file /gone.json; correct the path"
    )
  }

  @Test("The error about missing credentials names all searched places")
  func none() async throws {
    let silent = TestTransport { _, _ in throw TransportFailure(.timedOut, mayHaveArrived: true) }
    let error = await #expect(throws: CredentialError.self) {
      try await Self.find(["HOME": "/home/me"], silent)
    }
    #expect(silent.requests.count == 3)
    #expect(
      error?.description
        == "no credentials found: GOOGLE_APPLICATION_CREDENTIALS is not set, \(Self.gcloud) does "
        + "not exist, and this is not a Google Cloud machine; set \"credentials\" in the profile to "
        + "the key of a service account, or log in with gcloud auth application-default login"
    )
    let other = TestTransport([TransportResponse(200)])
    await #expect(throws: CredentialError.self) { try await Self.find([:], other) }
    let unasked = TestTransport([TransportResponse(200)])
    await #expect(throws: CredentialError.self) {
      try await Self.find(["NO_GCE_CHECK": "true"], unasked)
    }
    #expect(unasked.requests.isEmpty)
  }
}
