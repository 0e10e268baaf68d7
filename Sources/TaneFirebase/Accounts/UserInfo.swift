public import Foundation
import Synchronization
import TaneCore

/// A user's profile in Firebase or at a sign-in provider.
public protocol UserInfo: Sendable {
  /// The provider's identifier, such as `Firebase`, `password`, `phone` or `google.com`.
  var providerID: String { get }
  /// The user's identifier at the provider.
  var uid: String { get }
  /// The user's display name, if any.
  var displayName: String? { get }
  /// The URL of the user's picture, if any.
  var photoURL: URL? { get }
  /// The user's email address, if any.
  var email: String? { get }
  /// The user's phone number, if any.
  var phoneNumber: String? { get }
}

/// The creation and last sign-in times of an account.
public struct UserMetadata: Sendable, Hashable {
  /// The time of the user's last sign-in, or nil if it is unknown.
  public let lastSignInDate: Date?
  /// The creation time of the account.
  public let creationDate: Date?
}

extension AuthUser: UserInfo {
  /// The provider's identifier: always `Firebase`, because this is the user's profile at Firebase
  /// itself.
  public var providerID: String { "Firebase" }

  /// The user's profile at each linked provider, including `password` and `phone`.
  public var providerData: [any UserInfo] { account.providerData }

  /// The creation and last sign-in times of the account.
  public var metadata: UserMetadata {
    UserMetadata(lastSignInDate: lastSignInDate, creationDate: creationDate)
  }

  /// The refresh token, or nil if the user is not signed in.
  public var refreshToken: String? {
    auth.state.withLock { $0.session?.localID == uid ? $0.session?.refreshToken : nil }
  }
}

private struct ProviderUser: UserInfo {
  let providerID: String
  let uid: String
  var displayName: String?
  var photoURL: URL?
  var email: String?
  var phoneNumber: String?
}

extension Account {
  var providerData: [any UserInfo] {
    var users = providers.map { provider in
      ProviderUser(
        providerID: provider.providerID,
        uid: provider.rawID,
        displayName: provider.displayName,
        photoURL: provider.photoURL.flatMap { URL(string: $0) },
        email: provider.email
      )
    }
    // Apps never receive the password hash, but the time at which the password was set shows that
    // the account has a password.
    if let email, password != nil || usesEmailLink == true || passwordUpdatedAt != nil {
      let id = EmailAuthProvider.id
      users.append(ProviderUser(providerID: id, uid: email, displayName: displayName, email: email))
    }
    if let phoneNumber {
      let id = PhoneAuthProvider.id
      users.append(ProviderUser(providerID: id, uid: phoneNumber, phoneNumber: phoneNumber))
    }
    return users
  }
}
