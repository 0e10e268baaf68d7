/// A service that signs users in: Firebase's `Auth` in an app, Tane's in its tests.
public protocol SignIn {
  /// The identifier of the signed-in user, or nil if no user is signed in.
  var currentUserID: String? { get }
  /// Signs a user in, and returns the user's identifier.
  func signIn(email: String, password: String) async throws -> String
  /// Signs the user out.
  func signOut() throws
}
