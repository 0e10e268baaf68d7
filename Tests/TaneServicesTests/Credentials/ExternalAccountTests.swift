import HTTPTypes
import SystemPackage
import TaneCore
import Testing

@testable import TaneServices

/// `Tests/Interop/test_credentials.py` compares these credentials with google-auth.
@Suite("Workload identity and impersonation")
struct ExternalAccountTests {
  private static let user =
    #"{"type":"authorized_user","client_id":"i","client_secret":"s","refresh_token":"r"}"#
  private static let iam =
    "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/ci@demo.iam.gserviceaccount.com"

  private static func identity(_ more: String = "") -> String {
    """
    {"type":"external_account","audience":"//iam/pool","subject_token_type":"jwt",
     "token_url":"https://sts.googleapis.com/v1/token","credential_source":{"file":"/token"}\(more)}
    """
  }

  private static func credential(
    _ json: String,
    _ transport: TestTransport,
    _ clock: TestClock = TestClock()
  ) throws -> GoogleCredential {
    try CredentialFinder(
      variables: [:],
      folder: "/project",
      transport: transport,
      clock: clock.clock
    ) { path in
      ["/token": Array("subject".utf8), "/project/keys/ci.json": Array(json.utf8)][path.string]
    }
    .credential("keys/ci.json")
  }

  @Test("A file's token is exchanged and then used to impersonate the account of the URL")
  func impersonation() async throws {
    let transport = TestTransport { request, _ in
      request.url.contains("sts")
        ? .json(#"{"access_token":"federated","expires_in":3600}"#)
        : .json(#"{"accessToken":"ya29.account","expireTime":"2023-11-14T22:33:20Z"}"#)
    }
    let url = ",\"service_account_impersonation_url\":\"\(Self.iam):generateAccessToken\""
    let clock = TestClock()
    let credential = try Self.credential(Self.identity(url), transport, clock)
    #expect(credential.name == "the service account ci@demo.iam.gserviceaccount.com")
    #expect(try await credential.token(for: "shops") == "ya29.account")
    #expect(
      transport.lines == [
        "POST https://sts.googleapis.com/v1/token", "POST \(Self.iam):generateAccessToken",
      ]
    )
    #expect(transport.requests.last?.fields[.authorization] == "Bearer federated")
    #expect(transport.requests.first?.text.hasSuffix("&subject_token=subject") == true)
    // The account's token expires before the identity's token, which is reused.
    clock.advance(by: .seconds(1000))
    _ = try await credential.token(for: "shops")
    #expect(transport.requests.count == 3)
  }

  @Test("A rejected exchange says what to check and does not quote the token")
  func refusal() async throws {
    let transport = TestTransport([
      .json(#"{"error":"invalid_grant","error_description":"the token subject has expired"}"#, 400)
    ])
    let credential = try Self.credential(Self.identity(), transport)
    let error = await #expect(throws: StoreError.self) {
      try await credential.token(for: "shops")
    }
    #expect(
      error?.message
        == "no access: the workload identity of /project/keys/ci.json: no token (invalid_grant: the token"
        + " <redacted> has expired); check the workload identity provider: its audience, its conditions,"
        + " and whether the subject token has expired"
    )
  }

  @Test("Delegates are part of the request for an impersonated account's token")
  func delegates() async throws {
    let transport = TestTransport { request, _ in
      request.url.contains("oauth2")
        ? .json(#"{"access_token":"ya29.user","expires_in":3600}"#)
        : .json(#"{"accessToken":"ya29.account","expireTime":"2033-11-14T22:33:20Z"}"#)
    }
    let file = """
      {"type":"impersonated_service_account","source_credentials":\(Self.user),"delegates":["a@b"],
       "service_account_impersonation_url":"\(Self.iam):generateAccessToken"}
      """
    let credential = try Self.credential(file, transport)
    #expect(try await credential.token(for: "shops") == "ya29.account")
    #expect(transport.requests.last?.text.contains(#""delegates":["a@b"]"#) == true)
  }

  @Test("A command is split into words like in a shell")
  func words() {
    #expect(
      ShellWords.split(#"a 'b c' "d \"e\" \f" g\ h '' "#) == [
        "a", "b c", #"d "e" \f"#, "g h", "",
      ]
    )
    for open in ["'", "\"a", "a\\"] { #expect(ShellWords.split(open) == nil) }
  }
}
