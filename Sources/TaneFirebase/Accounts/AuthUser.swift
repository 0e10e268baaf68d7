public import Foundation
import Synchronization
import TaneCore

/// A user of Firebase Authentication, in the shape of Firebase's own iOS SDK's `User`.
///
/// While the user is signed in the properties are those that were last read or changed; afterwards they stay as they
/// were when the value was made. `reload()` reads them again.
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
  /// The user's address.
  public var email: String? { account.email }
  /// The user's name, as it is shown.
  public var displayName: String? { account.displayName }
  /// The URL of the user's picture.
  public var photoURL: URL? { account.photoURL.flatMap { URL(string: $0) } }
  /// The user's telephone number.
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
  /// The time of the user's last sign-in.
  public var lastSignInDate: Date? {
    account.lastLoginAt.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// The token by which services know the user; renewed where its time is nearly over.
  ///
  /// ```swift
  /// let token = try await user.getIDToken()
  /// ```
  ///
  /// - Parameter forcingRefresh: Whether it is renewed in any case.
  /// - Returns: The token, a JSON Web Token.
  /// - Throws: An `AuthError` of code `nullUser` where somebody else is signed in, or nobody; of code
  ///   `userTokenExpired` where the user has to sign in again.
  public func getIDToken(forcingRefresh: Bool = false) async throws -> String {
    try await auth.session(of: uid, forcingRefresh: forcingRefresh).idToken
  }

  /// Reads the user again.
  ///
  /// ```swift
  /// let user = try await auth.currentUser?.reload()
  /// ```
  ///
  /// - Returns: The user as it is now.
  @discardableResult
  public func reload() async throws -> AuthUser { try await auth.reload(uid) }

  /// Removes the account, and signs its user out.
  ///
  /// ```swift
  /// try await auth.currentUser?.delete()
  /// ```
  public func delete() async throws { try await auth.delete(uid) }
}

/// The user by the name of Firebase's own SDK.
public typealias User = AuthUser

extension AuthUser: Equatable {
  /// Returns true if both users are the same account with equal properties.
  public static func == (left: AuthUser, right: AuthUser) -> Bool { left.account == right.account }
}
