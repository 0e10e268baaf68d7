public import TaneFirebase

/// Who is signed in.
public protocol AccountRepository: Sendable {
  /// The identifier of the user who is signed in, if anybody is.
  var userID: String? { get }

  /// Signs a user in.
  ///
  /// - Throws: An `AuthError` where the address or the password is wrong.
  func signIn(email: String, password: String) async throws

  /// Forgets who is signed in.
  func signOut() throws
}

/// Leaves it to Firebase Authentication who is signed in.
public struct FirebaseAccountRepository: AccountRepository {
  private let auth: Auth

  /// Creates the repository over the accounts of an environment.
  public init(auth: Auth) {
    self.auth = auth
  }

  /// The identifier of the user who is signed in, if anybody is.
  public var userID: String? { auth.currentUser?.uid }

  /// Signs a user in; see the protocol.
  public func signIn(email: String, password: String) async throws {
    try await auth.signIn(withEmail: email, password: password)
  }

  /// Forgets who is signed in.
  public func signOut() throws {
    try auth.signOut()
  }
}
