import HTTPTypes
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Signing in over the network")
struct SigningInTests {
  @Test("Signing up, signing in and refreshing a token return a session")
  func sessions() async throws {
    let transport = EmulatorTransport(service: TestAccounts.emulator())
    let client = try TestAccounts.client(transport)
    let new = try await client.signUp(email: "a@example.com", password: "secret1")
    let session = try await client.signIn(email: "a@example.com", password: "secret1")
    #expect(session.localID == new.localID)
    #expect(session.expiresAt == 1_700_003_600_000)
    #expect(session.idToken.split(separator: ".").count == 2)
    let fresh = try await client.refresh(session.refreshToken)
    #expect(fresh.localID == new.localID)
    #expect(fresh.expiresAt == 1_700_003_600_000)
    let anonymous = try await client.signUp(email: nil, password: nil)
    #expect(try await client.account(id: anonymous.localID)?.email == nil)
    #expect("\(session)" == "\(session.localID) <redacted>")
  }

  @Test("Signing in uses the project's API key without administrator credentials")
  func apiKey() async throws {
    let answer = #"{"localId":"a","idToken":"i","refreshToken":"r","expiresIn":"3600"}"#
    let transport = TestTransport([.json(answer)])
    let client = TestAccounts.firebase(transport, apiKey: "AIza-key")
    let session = try await client.signIn(email: "a@example.com", password: "secret1")
    #expect(
      session
        == AccountSession(
          localID: "a",
          idToken: "i",
          refreshToken: "r",
          expiresAt: 1_700_003_600_000
        )
    )
    _ = try? await client.refresh("r")
    #expect(
      transport.lines == [
        "POST https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=AIza-key",
        "POST https://securetoken.googleapis.com/v1/token?key=AIza-key",
      ]
    )
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == nil })
    #expect(transport.requests[1].text == "grant_type=refresh_token&refresh_token=r")
  }

  @Test(
    "A sign-in fails if the token's lifetime is impossible",
    arguments: ["1e300", "inf", "nan", "-9e15", "-1", "soon"]
  )
  func lifetimes(lifetime: String) async throws {
    let answer =
      #"{"localId":"a","idToken":"i","refreshToken":"r","expiresIn":"\#(lifetime)"}"#
    let client = TestAccounts.firebase(TestTransport([.json(answer)]), apiKey: "AIza-key")
    let error = await #expect(throws: StoreError.self) {
      try await client.signIn(email: "a@example.com", password: "secret1")
    }
    #expect(error?.code == .invalidResponse)
    #expect(error?.message.hasSuffix(": the response has no tokens; try again") == true)
  }

  @Test("Signed-in users can read and delete their own account")
  func ownAccounts() async throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator())
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let client = try TestAccounts.client(transport)
    let session = try await client.signUp(email: "a@example.com", password: "secret1")
    #expect(try await client.account(of: session)?.email == "a@example.com")
    #expect(try await client.deleteAccount(of: session))
    #expect(try await client.account(of: session) == nil)
    #expect(try await !client.deleteAccount(of: session))
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == nil })
    #expect(
      transport.lines[1]
        == "POST http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:lookup?key=tane"
    )
  }

  @Test("Signing in without an API key is an error that says where to set it")
  func missingKey() async throws {
    let transport = TestTransport([.json("{}")])
    let client = TestAccounts.firebase(transport)
    await #expect(
      throws: StoreError(
        .unsupported,
        service: "accounts (demo)",
        "users need an API key to sign in, but none was found in the project's apps; add "
          + "\"accounts: { project: demo, apiKey: ${FIREBASE_API_KEY} }\" to the profile, or put "
          + "the app's GoogleService-Info.plist in the project's folder"
      )
    ) { try await client.signIn(email: "a@example.com", password: "secret1") }
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "An error about the user is reported with the service's code",
    arguments: [
      ("EMAIL_NOT_FOUND", AccountError(code: "EMAIL_NOT_FOUND")),
      ("USER_DISABLED", AccountError(code: "USER_DISABLED")),
      (
        "TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled for a while.",
        AccountError(
          code: "TOO_MANY_ATTEMPTS_TRY_LATER",
          detail: "Access was disabled for a while."
        )
      ),
    ]
  )
  func refusals(message: String, refusal: AccountError) async throws {
    let answer = TransportResponse.json(#"{"error":{"code":400,"message":"\#(message)"}}"#, 400)
    let client = TestAccounts.firebase(TestTransport([answer]), apiKey: "AIza-key")
    await #expect(throws: refusal) {
      try await client.signIn(email: "a@example.com", password: "secret1")
    }
  }

  @Test(
    "An error about the project or its key is reported without the key",
    arguments: [
      (
        400, "CONFIGURATION_NOT_FOUND",
        "CONFIGURATION_NOT_FOUND (status 400); Authentication is not set up in demo: open "
          + "Authentication in the Firebase console and choose \"Get started\""
      ),
      (
        400, "API key not valid. Please pass a valid API key.",
        "API key not valid. Please pass a valid API key. (status 400); correct \"accounts.apiKey\" in the"
          + " profile"
      ),
      (
        403, "Requests from this iOS client application are blocked.",
        "Requests from this iOS client application are blocked. (status 403); the API key does not "
          + "allow this; check its restrictions in the Google Cloud console, and "
          + "\"accounts.apiKey\" in the profile"
      ),
    ]
  )
  func projectFailures(status: Int, text: String, message: String) async throws {
    let answer = #"{"error":{"code":\#(status),"message":"\#(text)"}}"#
    let client = TestAccounts.firebase(TestTransport([.json(answer, status)]), apiKey: "AIza-key")
    let error = await #expect(throws: StoreError.self) {
      try await client.signIn(email: "a@example.com", password: "secret1")
    }
    let request = "POST /v1/accounts:signInWithPassword?key=<redacted>: "
    #expect(error?.message == request + message)
  }
}
