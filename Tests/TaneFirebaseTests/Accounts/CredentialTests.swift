import Foundation
import Synchronization
import TaneCore
import TaneTesting
import Testing

@testable import TaneFirebase

@Suite("Embedded accounts support credentials, codes and profile changes")
struct CredentialTests {
  private let store = InMemoryAccountStore()
  private let auth: Auth

  init() { auth = AuthManager(accounts: store).auth }

  private func google(_ claims: String) -> AuthCredential {
    GoogleAuthProvider.credential(withIDToken: claims, accessToken: "")
  }

  private func code() throws -> String {
    try #require(auth.localActionCodes.codes.withLock { $0.keys.first })
  }

  @Test("The first sign-in with a provider creates the account")
  func provider() async throws {
    let claims = #"{"sub":"g1","email":"A@example.com","email_verified":true,"name":"花子"}"#
    let result = try await auth.signIn(with: google(claims))
    #expect(result.additionalUserInfo?.isNewUser == true)
    #expect(result.additionalUserInfo?.providerID == "google.com")
    let stored = try #require(try await store.account(email: "a@example.com"))
    #expect(stored.providers.map(\.rawID) == ["g1"])
    #expect(stored.isEmailVerified && stored.displayName == "花子")
    #expect(result.user.providerData.map(\.providerID) == ["google.com"])
    let again = try await auth.signIn(with: google(claims))
    #expect(!again.isNewUser && again.user.uid == result.user.uid)
    #expect(try await again.user.getIDTokenResult().signInProvider == "google.com")
  }

  @Test(
    "Sign-in rejects opaque tokens, unverified addresses in use and phone numbers"
  )
  func refusals() async throws {
    #expect(
      await failure { try await auth.signIn(with: google("opaque")) }
        == "embedded accounts do not contact providers: pass an ID token that is a JSON Web Token, "
        + "or JSON with \"sub\""
    )
    try await auth.createUser(withEmail: "a@example.com", password: "secret7")
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(with: google(#"{"sub":"g1","email":"a@example.com"}"#))
    }
    #expect(error?.code == .accountExistsWithDifferentCredential)
    let phone = PhoneAuthProvider.provider(auth: auth)
    let message =
      "embedded accounts send no text messages: run tane emulate and call"
      + " useEmulator(withHost:port:)"
    #expect(await failure { try await phone.verifyPhoneNumber("+819012345678") } == message)
    let credential = phone.credential(withVerificationID: "a", verificationCode: "1")
    #expect(await failure { try await auth.signIn(with: credential) } == message)
  }

  @Test("A user signs in with a custom token")
  func customToken() async throws {
    let result = try await auth.signIn(withCustomToken: #"{"uid":"u1"}"#)
    #expect(result.user.uid == "u1" && result.isNewUser && !result.user.isAnonymous)
    #expect(try await store.account(id: "u1")?.hasCustomToken == true)
    #expect(try await auth.signIn(withCustomToken: #"{"uid":"u1"}"#).isNewUser == false)
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(withCustomToken: "x")
    }
    #expect(error?.code == .invalidCustomToken)
  }

  @Test("A profile change updates only the properties that were set")
  func profile() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let request = user.createProfileChangeRequest()
    request.displayName = "花子"
    request.photoURL = URL(string: "https://example.com/a.jpg")
    try await request.commitChanges()
    let stored = try await store.account(id: user.uid)
    #expect(stored?.displayName == "花子" && stored?.photoURL == "https://example.com/a.jpg")
    #expect(user.displayName == "花子" && auth.currentUser?.displayName == "花子")
    let removal = user.createProfileChangeRequest()
    removal.displayName = nil
    try await removal.commitChanges()
    #expect(try await store.account(id: user.uid)?.displayName == nil)
    #expect(user.photoURL == URL(string: "https://example.com/a.jpg"))
  }

  @Test("A code on standard error sets a new password once")
  func passwordReset() async throws {
    try await auth.createUser(withEmail: "a@example.com", password: "secret7")
    try auth.signOut()
    #expect(
      await failure { try await auth.sendPasswordReset(withEmail: "b@example.com") }
        == #"there is no account for "b@example.com""#
    )
    try await auth.sendPasswordReset(withEmail: "a@example.com")
    let code = try code()
    #expect(try await auth.verifyPasswordResetCode(code) == "a@example.com")
    await #expect(throws: AuthError(.weakPassword, "a password must have at least 6 characters")) {
      try await auth.confirmPasswordReset(withCode: code, newPassword: "short")
    }
    try await auth.confirmPasswordReset(withCode: code, newPassword: "secret8")
    let used = await #expect(throws: AuthError.self) {
      try await auth.confirmPasswordReset(withCode: code, newPassword: "secret9")
    }
    #expect(used?.code == .invalidActionCode)
    try await auth.signIn(withEmail: "a@example.com", password: "secret8")
    let old = EmailAuthProvider.credential(withEmail: "a@example.com", password: "secret7")
    #expect(await failure { try await auth.signIn(with: old) }.contains("is wrong"))
  }

  @Test("Codes verify and change an email address, and a password is changed directly")
  func addresses() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    try await user.sendEmailVerification()
    try await auth.applyActionCode(try code())
    #expect(try await user.reload().isEmailVerified)
    try await user.sendEmailVerification(beforeUpdatingEmail: "b@example.com")
    try await auth.applyActionCode(try code())
    #expect(try await store.account(id: user.uid)?.email == "b@example.com")
    try await user.updatePassword(to: "secret8")
    try await auth.signIn(withEmail: "b@example.com", password: "secret8")
    try await user.updateEmail(to: "c@example.com")
    #expect(user.email == "c@example.com" && !user.isEmailVerified)
    #expect(try await user.getIDToken(forcingRefresh: true).isEmpty == false)
  }

  @Test("Identities can be linked and unlinked, even for an anonymous user")
  func links() async throws {
    let user = try await auth.signInAnonymously().user
    let password = EmailAuthProvider.credential(withEmail: "a@example.com", password: "secret7")
    #expect(try await user.link(with: password).user.uid == user.uid)
    #expect(!user.isAnonymous && user.providerData.map(\.providerID) == ["password"])
    await #expect(
      throws: AuthError(.providerAlreadyLinked, "password is already linked to the user")
    ) { try await user.link(with: password) }
    try await user.link(with: google(#"{"sub":"g1"}"#))
    #expect(try await store.account(id: user.uid)?.providers.map(\.providerID) == ["google.com"])
    try await user.unlink(fromProvider: "google.com")
    #expect(try await store.account(id: user.uid)?.providers == [])
    await #expect(throws: AuthError(.noSuchProvider, "google.com is not linked to the user")) {
      try await user.unlink(fromProvider: "google.com")
    }
  }

  @Test("Reauthentication accepts only the same user and creates no account")
  func reauthentication() async throws {
    try await auth.createUser(withEmail: "b@example.com", password: "secret7")
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let own = EmailAuthProvider.credential(withEmail: "a@example.com", password: "secret7")
    let other = EmailAuthProvider.credential(withEmail: "b@example.com", password: "secret7")
    #expect(try await user.reauthenticate(with: own).user.uid == user.uid)
    let error = await #expect(throws: AuthError.self) { try await user.reauthenticate(with: other) }
    #expect(error?.code == .userMismatch)
    let unknown = await #expect(throws: AuthError.self) {
      try await user.reauthenticate(with: google(#"{"sub":"g9"}"#))
    }
    #expect(unknown?.code == .userMismatch)
    #expect(try await store.accounts(after: nil, limit: 9).count == 2)
    #expect(auth.currentUser?.uid == user.uid)
  }

  @Test("A token result has the custom claims, and listeners are called for new tokens")
  func tokens() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let account = try #require(try await store.account(id: user.uid))
    var changed = account
    changed.customAttributes = #"{"admin":true,"sub":"x"}"#
    try await store.put(changed, replacing: account)
    let (calls, continuation) = AsyncStream.makeStream(of: String.self)
    let handle = auth.addIDTokenDidChangeListener { _, user in
      continuation.yield(user?.uid ?? "nobody")
    }
    var heard = calls.makeAsyncIterator()
    #expect(await heard.next() == user.uid)
    let result = try await user.getIDTokenResult(forcingRefresh: true)
    #expect(await heard.next() == user.uid)
    #expect(result.claims["admin"] as? Bool == true && result.claims["sub"] as? String == user.uid)
    #expect(result.signInProvider == "password")
    #expect(result.expirationDate == result.issuedAtDate.addingTimeInterval(3600))
    try auth.signOut()
    #expect(await heard.next() == "nobody")
    auth.removeIDTokenDidChangeListener(handle)
  }

  @Test("A store passed to a manager cannot be moved to an emulator")
  func emulator() async throws {
    auth.useEmulator(withHost: "127.0.0.1", port: 9099)
    #expect(
      await failure { try await auth.signInAnonymously() }
        == "useEmulator(withHost:port:) requires an activated profile; this store was passed to "
        + "the manager directly"
    )
  }
}
