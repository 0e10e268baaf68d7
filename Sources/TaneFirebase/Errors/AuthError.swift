public import Foundation
import TaneCore

/// Why a user could not be signed in, or an account not be used, with the codes of Firebase's own SDK.
///
/// ```swift
/// do {
///   try await auth.createUser(withEmail: email, password: password)
/// } catch let error as AuthError where error.code == .emailAlreadyInUse {
///   print(error.message)
/// }
/// ```
public struct AuthError: Error, Sendable, Hashable {
  /// The kinds of failure, as Firebase's own SDK numbers them.
  public enum Code: Int, Sendable, Hashable {
    /// The address, the password or the token belongs to nobody.
    case invalidCredential = 17004
    /// The account may not be used.
    case userDisabled = 17005
    /// This way to sign in is switched off.
    case operationNotAllowed = 17006
    /// Another account has the address.
    case emailAlreadyInUse = 17007
    /// The address is none.
    case invalidEmail = 17008
    /// The password is another.
    case wrongPassword = 17009
    /// There were too many attempts.
    case tooManyRequests = 17010
    /// There is no such account.
    case userNotFound = 17011
    /// The user has to sign in again.
    case requiresRecentLogin = 17014
    /// The token is not good any more.
    case userTokenExpired = 17021
    /// The service cannot be reached.
    case networkError = 17020
    /// The password is too short.
    case weakPassword = 17026
    /// There is no address.
    case missingEmail = 17034
    /// There is nobody signed in.
    case nullUser = 17067
    /// The API key is none.
    case invalidAPIKey = 17023
    /// A failure of another kind.
    case internalError = 17999
  }

  /// The kind of failure.
  public let code: Code
  /// What was found and what to do.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension AuthError: CustomStringConvertible, CustomNSError {
  /// The message.
  public var description: String { message }
  /// The domain of authentication errors.
  public static var errorDomain: String { "FIRAuthErrorDomain" }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The error's message under Foundation's key for it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

extension AuthError {
  /// What a refusal means; `email` is the address that it is about.
  init(_ refusal: AccountRefusal, email: String? = nil) {
    let address = email.map { "\"\($0)\"" } ?? "the user"
    let (code, message): (Code, String) =
      switch refusal.code {
      case "EMAIL_NOT_FOUND", "USER_NOT_FOUND":
        (.userNotFound, "there is no account of \(address)")
      case "INVALID_PASSWORD": (.wrongPassword, "the password of \(address) is another")
      case "INVALID_LOGIN_CREDENTIALS":
        (.invalidCredential, "there is no account of \(address) with this password")
      case "USER_DISABLED": (.userDisabled, "the account of \(address) is disabled")
      case "EMAIL_EXISTS":
        (.emailAlreadyInUse, "there is an account of \(address) already: sign in instead")
      case "INVALID_EMAIL":
        (.invalidEmail, "\(address) is not a valid address: write one such as hanako@example.com")
      case "MISSING_EMAIL": (.missingEmail, "there is no address: write one")
      case "WEAK_PASSWORD", "MISSING_PASSWORD":
        (.weakPassword, refusal.detail ?? "the password is too short")
      case "OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED", "ADMIN_ONLY_OPERATION":
        (.operationNotAllowed, "the project does not allow this way to sign in")
      case "TOO_MANY_ATTEMPTS_TRY_LATER":
        (.tooManyRequests, "there were too many attempts: try again later")
      case "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "INVALID_ID_TOKEN":
        (.userTokenExpired, "the user's token is not good any more: sign in again")
      case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
        (.requiresRecentLogin, "the user signed in too long ago: sign in again")
      default: (.internalError, refusal.description)
      }
    self.init(code, message)
  }
}
