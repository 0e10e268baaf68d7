/// The sign-in of an app's user: an `Auth` of Firebase's SDK in an app, or of Tane in its tests.
public protocol SignIn {
  /// The identifier of the user; nil if no user is signed in.
  var currentUserID: String? { get }
  /// Signs in, and returns the identifier of the user.
  func signIn(email: String, password: String) async throws -> String
  /// Signs out.
  func signOut() throws
}
