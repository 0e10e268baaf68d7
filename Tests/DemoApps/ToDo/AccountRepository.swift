public import TaneFirebase

/// A repository of the signed-in user.
public protocol AccountRepository: Sendable {
  /// The identifier of the signed-in user, or nil.
  var userID: String? { get }

  /// Signs a user in.
  ///
  /// - Throws: An `AuthError` if the email address or password is wrong.
  func signIn(email: String, password: String) async throws

  /// Signs the user out.
  func signOut() throws
}

/// A repository that uses Firebase Authentication.
public struct FirebaseAccountRepository: AccountRepository {
  private let auth: Auth

  /// Creates the repository for the accounts of an environment.
  public init(auth: Auth) {
    self.auth = auth
  }

  /// The identifier of the signed-in user, or nil.
  public var userID: String? { auth.currentUser?.uid }

  /// Signs a user in; see the protocol.
  public func signIn(email: String, password: String) async throws {
    try await auth.signIn(withEmail: email, password: password)
  }

  /// Signs the user out.
  public func signOut() throws {
    try auth.signOut()
  }
}
