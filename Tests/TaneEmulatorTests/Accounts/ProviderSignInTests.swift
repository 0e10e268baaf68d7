import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneTesting
import Testing

@Suite("Sign-in with providers such as Google")
struct ProviderSignInTests {
  private static let uri = #""requestUri": "http://localhost""#

  /// Signs in with claims in JSON, which the official emulator accepts as a provider's token.
  private func signIn(
    _ fixture: AccountsFixture,
    _ claims: String,
    _ more: String = "",
    provider: String = "google.com"
  ) async -> EmulatorResponse {
    let escaped = claims.replacing("\"", with: "%22").replacing(" ", with: "%20")
    return await fixture.call(
      "signInWithIdp",
      #"{"postBody": "id_token=\#(escaped)&providerId=\#(provider)", \#(Self.uri)\#(more)}"#
    )
  }

  @Test("Signing in with a provider creates an account and finds it again")
  func new() async throws {
    let fixture = AccountsFixture()
    let claims =
      #"{"sub": "g1", "email": "A@example.com", "email_verified": true, "name": "Ann", "#
      + #""given_name": "Ann", "picture": "https://example.com/a.png"}"#
    let json = await signIn(fixture, claims).json
    let id = try #require(json["localId"]?.string)
    #expect(json["kind"]?.string == "identitytoolkit#VerifyAssertionResponse")
    #expect(json["context"]?.string == "")
    #expect(json["providerId"]?.string == "google.com")
    #expect(json["federatedId"]?.string == "https://accounts.google.com/g1")
    #expect(json["isNewUser"]?.bool == true)
    #expect(json["email"]?.string == "a@example.com")
    #expect(json["emailVerified"]?.bool == true)
    #expect(json["displayName"]?.string == "Ann")
    #expect(json["fullName"]?.string == "Ann")
    #expect(json["firstName"]?.string == "Ann")
    #expect(json["lastName"] == nil)
    #expect(json["photoUrl"]?.string == "https://example.com/a.png")
    #expect(json["oauthAccessToken"]?.string == "FirebaseAuthEmulatorFakeAccessToken_google.com")
    #expect(json["oauthIdToken"]?.string == claims)
    #expect(json["expiresIn"]?.string == "3600")
    let raw = JSON(text: json["rawUserInfo"]?.string ?? "")
    #expect(
      raw
        == JSON(
          Tree([
            "granted_scopes":
              "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
            "id": "g1", "name": "Ann", "given_name": "Ann", "verified_email": true, "locale": "en",
            "email": "a@example.com", "picture": "https://example.com/a.png",
          ])
        )
    )
    #expect(
      json["idToken"]?.payload["firebase"]
        == Tree([
          "sign_in_provider": "google.com",
          "identities": ["email": ["a@example.com"], "google.com": ["g1"]],
        ])
    )
    let again = await signIn(fixture, #"{"sub": "g1"}"#).json
    #expect(again["localId"]?.string == id)
    #expect(again["isNewUser"] == nil)
    let found = await fixture.administer(
      ":lookup",
      #"{"federatedUserId": [{"providerId": "google.com", "rawId": "g1"}]}"#
    )
    #expect(found.json["users"]?[0]["localId"]?.string == id)
  }

  @Test("Concurrent sign-ins of one user create one account")
  func atOnce() async throws {
    let fixture = AccountsFixture(store: try EmbeddedEnvironment.inMemory().accounts("demo"))
    let ids = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await signIn(fixture, #"{"sub": "g1", "email": "a@example.com"}"#).json["localId"]?.string
        }
      }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(ids.first != .some(nil))
    #expect(try await fixture.store.accounts(after: nil, limit: 9).count == 1)
  }

  @Test("Signing in accepts JSON Web Tokens without checking their signature")
  func webToken() async {
    let fixture = AccountsFixture()
    // {"alg":"none"}.{"sub":"apple1","email":"z@example.com"}.
    let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhcHBsZTEiLCJlbWFpbCI6InpAZXhhbXBsZS5jb20ifQ."
    let body = #"{"postBody": "id_token=\#(token)&providerId=apple.com&nonce=n", \#(Self.uri)}"#
    let json = await fixture.call("signInWithIdp", body).json
    #expect(json["federatedId"]?.string == "apple1")
    #expect(
      JSON(text: json["rawUserInfo"]?.string ?? "")
        == JSON(Tree(["sub": "apple1", "email": "z@example.com"]))
    )
    let fragment =
      #"{"requestUri": "https://app.example/cb?providerId=facebook.com#access_token=%7B%22sub%22:%22f%22%7D"}"#
    let other = await fixture.call("signInWithIdp", fragment).json
    #expect(other["providerId"]?.string == "facebook.com")
    #expect(other["oauthAccessToken"]?.string == #"{"sub":"f"}"#)
  }

  @Test("A provider with a verified address takes over the account with that address")
  func sameAddress() async throws {
    let fixture = AccountsFixture()
    let id = await fixture.signUp()["localId"]?.string ?? ""
    let unverified = await signIn(fixture, #"{"sub": "g1", "email": "a@example.com"}"#).json
    #expect(unverified["needConfirmation"]?.bool == true)
    #expect(unverified["verifiedProvider"] == Tree([]))
    #expect(unverified["idToken"] == nil)
    let claims = #"{"sub": "g1", "email": "a@example.com", "email_verified": true}"#
    let json = await signIn(fixture, claims).json
    #expect(json["localId"]?.string == id)
    #expect(json["emailVerified"]?.bool == true)
    let account = try #require(try await fixture.store.account(id: id))
    #expect(account.password == nil)
    #expect(account.providers.map(\.rawID) == ["g1"])
    #expect(json["emailRecycled"] == nil)
    let recycled = await signIn(fixture, claims.replacing("g1", with: "g2")).json
    #expect(recycled["emailRecycled"]?.bool == true)
    #expect(recycled["localId"]?.string == id)
  }

  @Test("Signing in with an ID token links the provider unless another account has it")
  func linking() async throws {
    let fixture = AccountsFixture()
    let token = await fixture.signUp()["idToken"]?.string ?? ""
    let own = #", "idToken": "\#(token)""#
    let linked = await signIn(fixture, #"{"sub": "g1", "email": "x@example.com"}"#, own).json
    #expect(linked["idToken"]?.payload["email"]?.string == "a@example.com")
    #expect(try await fixture.store.accounts(after: nil, limit: 9).count == 1)
    let again = await signIn(fixture, #"{"sub": "g1"}"#, own)
    #expect(again.status == .badRequest)
    #expect(again.message == "FEDERATED_USER_ID_ALREADY_LINKED")
    let credential = await signIn(
      fixture,
      #"{"sub": "g1"}"#,
      own + #", "returnIdpCredential": true"#
    )
    #expect(credential.status == .ok)
    #expect(credential.json["errorMessage"]?.string == "FEDERATED_USER_ID_ALREADY_LINKED")
    _ = await fixture.signUp("b@example.com")
    let taken = await signIn(fixture, #"{"sub": "g2", "email": "b@example.com"}"#, own)
    #expect(taken.message == "EMAIL_EXISTS")
  }

  @Test(
    "Invalid provider sign-ins are rejected with codes that the SDKs know",
    arguments: [
      ("{}", "MISSING_REQUEST_URI", 400), (#"{"requestUri": "here"}"#, "INVALID_REQUEST_URI", 400),
      (
        #"{"requestUri": "http://localhost"}"#,
        "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: providerId is missing",
        400
      ),
      (
        #"{"requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=x"}"#,
        "INVALID_IDP_RESPONSE : Unable to parse id_token ((Auth Emulator only accepts strict JSON or JWTs as fake"
          + " id_tokens.))", 400
      ),
      (
        #"{"requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=%7B%7D"}"#,
        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field."
          + " This field is required and must be a unique identifier.))", 400
      ),
      (
        #"{"requestUri": "http://localhost", "postBody": "providerId=facebook.com&access_token=opaque"}"#,
        "OPERATION_NOT_ALLOWED : Sign-in with facebook.com requires an id_token that is a JSON Web Token"
          + " or a JSON object of claims: other tokens cannot be verified.", 501
      ),
    ]
  )
  func refusals(body: String, message: String, status: Int) async {
    let response = await AccountsFixture().call("signInWithIdp", body)
    #expect(response.status.code == status)
    #expect(response.message == message)
  }
}
