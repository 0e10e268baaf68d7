import Foundation
import TaneCore
import TaneFirebase

/// The examples in the documentation of accounts, unchanged.
struct AuthExamples {
  /// An app's storage for secrets.
  protocol Keychain {
    func save(_ secret: String?)
    func load() -> String?
  }

  let keychain: any Keychain
  let store: any AccountStore
  let auth: Auth
  let user: AuthUser
  let email: String
  let password: String
  let manager: AuthManager
  let handle: AuthStateDidChangeListenerHandle

  func authExample() {
    let uid = Auth.auth().currentUser?.uid
    _ = uid
  }

  func auth2Example() async throws {
    let auth = AuthManager(accounts: store).auth
    try await auth.signIn(withEmail: "hanako@example.com", password: password)
    print(auth.currentUser?.uid ?? "nobody")
  }

  func signInExample() async throws {
    let user = try await auth.signIn(withEmail: email, password: password).user
    _ = user
  }

  func createUserExample() async throws {
    let user = try await auth.createUser(withEmail: email, password: password).user
    _ = user
  }

  func signInAnonymouslyExample() async throws {
    let uid = try await auth.signInAnonymously().user.uid
    _ = uid
  }

  func signOutExample() throws {
    try auth.signOut()
  }

  func userExample() async throws {
    let user = try await auth.user(withID: "user000001")
    _ = user
  }

  func user2Example() async throws {
    let user = try await auth.user(withEmail: "hanako@example.com")
    _ = user
  }

  func stateChangesExample() async {
    for await user in auth.stateChanges { print(user?.uid ?? "nobody") }
  }

  func addStateDidChangeListenerExample() {
    let handle = auth.addStateDidChangeListener { _, user in print(user?.uid ?? "nobody") }
    auth.removeStateDidChangeListener(handle)
  }

  func removeStateDidChangeListenerExample() {
    auth.removeStateDidChangeListener(handle)
  }

  func authUserExample() async throws {
    let user = try await auth.signIn(withEmail: email, password: password).user
    let token = try await user.getIDToken()
    _ = token
  }

  func getIDTokenExample() async throws {
    let token = try await user.getIDToken()
    _ = token
  }

  func reloadExample() async throws {
    let user = try await auth.currentUser?.reload()
    _ = user
  }

  func deleteExample() async throws {
    try await auth.currentUser?.delete()
  }

  func sessionSecretExample() {
    keychain.save(auth.sessionSecret)
  }

  func signInWithSessionSecretExample() async throws {
    if let secret = keychain.load() { try await auth.signIn(withSessionSecret: secret) }
  }

  func authErrorExample() async throws {
    do {
      try await auth.createUser(withEmail: email, password: password)
    } catch let error as AuthError where error.code == .emailAlreadyInUse {
      print(error.message)
    }
  }

  func authManagerExample() async throws {
    let manager = AuthManager(accounts: store, environment: "local")
    try await manager.auth.signIn(withEmail: email, password: password)
  }

  func useExample() {
    manager.use(accounts: store, environment: "staging")
  }

  func authErrorCodeExample(error: any Error) {
    switch AuthErrorCode(rawValue: (error as NSError).code) {
    case .wrongPassword, .userNotFound: print("wrong address or password")
    default: print(error.localizedDescription)
    }
  }

  func signInBlockExample() {
    auth.signIn(withEmail: email, password: password) { result, error in
      print(result?.user.uid ?? error?.localizedDescription ?? "")
    }
  }

  func useEmulatorExample() {
    Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
  }

  func addIDTokenDidChangeListenerExample() {
    let handle = auth.addIDTokenDidChangeListener { _, user in print(user?.uid ?? "nobody") }
    auth.removeIDTokenDidChangeListener(handle)
  }

  func googleExample(token: String, accessToken: String) async throws {
    let google = GoogleAuthProvider.credential(withIDToken: token, accessToken: accessToken)
    let user = try await auth.signIn(with: google).user
    _ = user
  }

  func appleExample(token: String, nonce: String) {
    let apple = OAuthProvider.credential(providerID: .apple, idToken: token, rawNonce: nonce)
    _ = apple
  }

  func authTokenResultExample() async throws {
    let isAdministrator = try await user.getIDTokenResult().claims["admin"] as? Bool ?? false
    _ = isAdministrator
  }

  func sendPasswordResetExample() async throws {
    try await auth.sendPasswordReset(withEmail: email)
  }

  func createProfileChangeRequestExample() async throws {
    let request = user.createProfileChangeRequest()
    request.displayName = "花子"
    try await request.commitChanges()
  }
}
