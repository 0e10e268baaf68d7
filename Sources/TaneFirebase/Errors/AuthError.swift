public import Foundation
import TaneCore

/// An authentication error, with the codes of the Firebase SDK.
///
/// ```swift
/// do {
///   try await auth.createUser(withEmail: email, password: password)
/// } catch let error as AuthError where error.code == .emailAlreadyInUse {
///   print(error.message)
/// }
/// ```
public struct AuthError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public typealias Code = AuthErrorCode

  /// The kind of failure.
  public let code: AuthErrorCode
  /// A description of the problem and its remedy.
  public let message: String

  /// Creates an error with a code and a message.
  public init(_ code: AuthErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension AuthError: CustomStringConvertible, CustomNSError {
  /// The message of the error.
  public var description: String { message }
  /// The domain of authentication errors.
  public static var errorDomain: String { AuthErrorDomain }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The user info, with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

extension AuthError {
  /// Creates an error from a service error; `email` is the address to include in the message.
  init(_ accountError: AccountError, email: String? = nil) {
    let address = email.map { "\"\($0)\"" } ?? "the user"
    let (code, message): (AuthErrorCode, String) =
      switch accountError.code {
      case "EMAIL_NOT_FOUND", "USER_NOT_FOUND":
        (.userNotFound, "there is no account for \(address)")
      case "INVALID_PASSWORD": (.wrongPassword, "the password for \(address) is wrong")
      case "INVALID_LOGIN_CREDENTIALS":
        (.invalidCredential, "there is no account for \(address) with this password")
      case "USER_DISABLED": (.userDisabled, "the account for \(address) is disabled")
      case "EMAIL_EXISTS":
        (.emailAlreadyInUse, "an account for \(address) already exists: sign in instead")
      case "INVALID_EMAIL":
        (.invalidEmail, "\(address) is not a valid address: write one such as hanako@example.com")
      case "MISSING_EMAIL": (.missingEmail, "the email address is missing")
      case "WEAK_PASSWORD", "MISSING_PASSWORD":
        (.weakPassword, accountError.detail ?? "the password is too short")
      case "OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED", "ADMIN_ONLY_OPERATION":
        (.operationNotAllowed, "the project does not allow this sign-in method")
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        (.tooManyRequests, "there were too many attempts: try again later")
      case "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "INVALID_ID_TOKEN":
        (.userTokenExpired, "the user's token has expired: sign in again")
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
        (.requiresRecentLogin, "the user signed in too long ago: sign in again")
      default: Self.credentialError(for: accountError) ?? (.internalError, accountError.description)
      }
    self.init(code, message)
  }

  /// Returns the code and message for an error about a credential, or about a code from an email or
  /// text message; returns nil for any other error.
  private static func credentialError(for accountError: AccountError) -> (AuthErrorCode, String)? {
    switch accountError.code {
    case "INVALID_IDP_RESPONSE", "INVALID_CREDENTIAL_OR_PROVIDER_ID":
      (.invalidCredential, accountError.detail ?? "the provider's token cannot be used")
    case "NEED_CONFIRMATION":
      (
        .accountExistsWithDifferentCredential,
        "another account uses the email address, which the provider has not verified: sign in to "
          + "that account, and link the credential"
      )
    case "FEDERATED_USER_ID_ALREADY_LINKED":
      (.credentialAlreadyInUse, "the credential belongs to another account")
    case "INVALID_CUSTOM_TOKEN", "MISSING_CUSTOM_TOKEN", "MISSING_IDENTIFIER":
      (
        .invalidCustomToken,
        accountError.detail ?? "the custom token cannot be used: it needs a uid"
      )
    case "CREDENTIAL_MISMATCH":
      (
        .customTokenMismatch,
        "the custom token belongs to another project"
      )
    case "INVALID_OOB_CODE", "MISSING_OOB_CODE":
      (.invalidActionCode, "the code is not valid, or was already used: send another one")
    case "EXPIRED_OOB_CODE": (.expiredActionCode, "the code is too old: send another one")
    case "INVALID_PHONE_NUMBER":
      (.invalidPhoneNumber, "the phone number is not valid: write one such as +819012345678")
    case "MISSING_PHONE_NUMBER": (.missingPhoneNumber, "the phone number is missing")
    case "INVALID_CODE": (.invalidVerificationCode, "the code of the text message is wrong")
    case "INVALID_SESSION_INFO":
      (.invalidVerificationID, "the verification is unknown: send another code")
    case "SESSION_EXPIRED": (.sessionExpired, "the code is too old: send another one")
    default: nil
    }
  }
}
