/// An interface for signing in with passwords and tokens, as in Firebase Authentication.
///
/// Every call may throw an `AccountError`, a `StoreError` or `CancellationError`.
public protocol AccountAuthentication: Sendable {
  /// Signs in a user by email address and password.
  func signIn(email: String, password: String) async throws -> AccountSession

  /// Exchanges a refresh token for new tokens.
  func refresh(_ refreshToken: String) async throws -> AccountSession

  /// Returns the account of the signed-in user, read with the user's own token, or nil if it no
  /// longer exists.
  func account(of session: AccountSession) async throws -> Account?
}

/// An interface for registering users and changing their own accounts, as in Firebase
/// Authentication.
///
/// Every call may throw an `AccountError`, a `StoreError` or `CancellationError`.
public protocol AccountRegistration: Sendable {
  /// Creates an account and signs in its user; without an email address, the account is anonymous.
  func signUp(email: String?, password: String?) async throws -> AccountSession

  /// Removes the account of the signed-in user with the user's own token; returns false if it no
  /// longer exists.
  func deleteAccount(of session: AccountSession) async throws -> Bool

  /// Signs in a user with a proof other than a password, or links the proof to an account.
  func signIn(with proof: AccountProof, for purpose: AccountProofPurpose) async throws
    -> AccountSignIn

  /// Changes the account of the signed-in user, and returns the session that replaces the given
  /// one.
  func update(_ session: AccountSession, with change: AccountChange) async throws -> AccountSession

  /// Sends an email with a code to an address, or to the signed-in user's address.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the code.
  ///   - locale: The language of the email, such as `ja`, or nil for the project's language.
  /// - Throws: An `AccountError`, a `StoreError` or `CancellationError`.
  func sendCode(for purpose: AccountCodePurpose, locale: String?) async throws

  /// Returns the email address to which a password reset code was sent, or nil if the service does
  /// not return it. If a password is given, also sets it and invalidates the code.
  func resetPassword(code: String, to password: String?) async throws -> String?

  /// Applies a code that verifies or changes an email address.
  func applyCode(_ code: String) async throws

  /// Sends a code to a phone number, and returns the identifier of the verification.
  func sendVerificationCode(to phoneNumber: String) async throws -> String
}

/// A proof of a user's identity other than a password.
public enum AccountProof: Sendable, Hashable {
  /// The parameters of a provider's response, such as `providerId`, `id_token` and `access_token`.
  case provider([String: String])
  /// A custom token from the app's own server.
  case customToken(String)
  /// A code that was sent to a phone number, with the identifier of the verification.
  case phone(verificationID: String, code: String)
}

/// The purpose of a sign-in with a proof.
public enum AccountProofPurpose: Sendable, Hashable {
  /// Signing in; a user's first sign-in creates the account.
  case signIn
  /// Linking the proof to the account of a session.
  case linking(AccountSession)
  /// Signing in an existing user again; an account is never created.
  case reauthentication
}

/// A sign-in that may have created its account.
public struct AccountSignIn: Sendable, Hashable {
  /// The tokens of the user.
  package let session: AccountSession
  /// A Boolean value indicating whether the account is new.
  package let isNew: Bool

  package init(session: AccountSession, isNew: Bool) {
    (self.session, self.isNew) = (session, isNew)
  }
}

/// A change by users to their own accounts; properties that are nil stay unchanged.
public struct AccountChange: Sendable, Hashable {
  /// The new email address.
  package var email: String?
  package var password: String?
  /// The new display name; an empty string removes it.
  package var displayName: String?
  /// The new URL of the picture; an empty string removes it.
  package var photoURL: String?
  /// The providers to unlink; can include `password` and `phone`.
  package var removedProviders: [String] = []

  package init() {}
}

/// The purpose of a code that is sent by email.
public enum AccountCodePurpose: Sendable, Hashable {
  /// Setting a new password for the account with this email address.
  case passwordReset(email: String)
  /// Verifying the email address of the signed-in user.
  case verification(AccountSession)
  /// Changing the email address of the signed-in user.
  case emailChange(AccountSession, newEmail: String)
}
