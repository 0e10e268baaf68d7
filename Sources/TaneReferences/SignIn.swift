/// Who uses an app: `Auth` of Firebase's SDK in an app, Tane's in its tests.
public protocol SignIn {
  /// The identifier of the user; nil where nobody has signed in.
  var currentUserID: String? { get }
  /// Signs in, and returns the identifier of the user.
  func signIn(email: String, password: String) async throws -> String
  /// Signs out.
  func signOut() throws
}
