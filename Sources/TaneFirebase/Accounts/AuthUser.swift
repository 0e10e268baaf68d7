public import Foundation
import Synchronization
import TaneCore

/// A user of Firebase Authentication, with the API of `User` in the Firebase iOS SDK.
///
/// While the user is signed in, the properties reflect the account when it was last read or
/// changed; otherwise, they have the values from when this instance was created. `reload()` updates
/// the properties of a signed-in user.
///
/// ```swift
/// let user = try await auth.signIn(withEmail: email, password: password).user
/// let token = try await user.getIDToken()
/// ```
public struct AuthUser: Sendable {
  private let read: Account
  let auth: Auth

  init(_ account: Account, of auth: Auth) {
    read = account
    self.auth = auth
  }

  var account: Account {
    let current = auth.state.withLock { $0.session?.localID == read.localID ? $0.account : nil }
    return current ?? read
  }

  /// The user's identifier.
  public var uid: String { read.localID }
  /// The user's email address, if any.
  public var email: String? { account.email }
  /// The user's display name, if any.
  public var displayName: String? { account.displayName }
  /// The URL of the user's picture, if any.
  public var photoURL: URL? { account.photoURL.flatMap { URL(string: $0) } }
  /// The user's phone number, if any.
  public var phoneNumber: String? { account.phoneNumber }
  /// A Boolean value indicating whether the email address is verified.
  public var isEmailVerified: Bool { account.isEmailVerified }
  /// A Boolean value indicating whether the user signed in anonymously.
  public var isAnonymous: Bool {
    account.email == nil && account.phoneNumber == nil && account.providers.isEmpty
      && !account.hasCustomToken
  }
  /// The creation time of the account.
  public var creationDate: Date { Date(timeIntervalSince1970: Double(account.createdAt) / 1000) }
  /// The time of the user's last sign-in, or nil if it is unknown.
  public var lastSignInDate: Date? {
    account.lastLoginAt.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Returns the user's ID token; a token that is about to expire is refreshed.
  ///
  /// ```swift
  /// let token = try await user.getIDToken()
  /// ```
  ///
  /// - Parameter forcingRefresh: True to refresh the token even if it is not about to expire.
  /// - Returns: The token, a JSON Web Token.
  /// - Throws: An `AuthError` with code `nullUser` if this user is not signed in, or
  ///   `userTokenExpired` if the user must sign in again.
  public func getIDToken(forcingRefresh: Bool = false) async throws -> String {
    try await auth.session(of: uid, forcingRefresh: forcingRefresh).idToken
  }

  /// Reloads the user's account data.
  ///
  /// ```swift
  /// let user = try await auth.currentUser?.reload()
  /// ```
  ///
  /// - Returns: The updated user.
  @discardableResult
  public func reload() async throws -> AuthUser { try await auth.reload(uid) }

  /// Deletes the account and signs its user out.
  ///
  /// ```swift
  /// try await auth.currentUser?.delete()
  /// ```
  public func delete() async throws { try await auth.delete(uid) }
}

/// The name of `AuthUser` in the Firebase SDK.
public typealias User = AuthUser

extension AuthUser: Equatable {
  /// Returns true if both users have equal account properties, including the identifier.
  public static func == (left: AuthUser, right: AuthUser) -> Bool { left.account == right.account }
}
