/// The domain of authentication errors, for `NSError`.
public let AuthErrorDomain = "FIRAuthErrorDomain"

/// A namespace for the domain of authentication errors.
public enum AuthErrors {
  /// The domain of authentication errors, for `NSError`.
  public static let domain = AuthErrorDomain
}

/// The kinds of authentication errors, with the names and numbers of the Firebase SDK.
///
/// ```swift
/// switch AuthErrorCode(rawValue: (error as NSError).code) {
/// case .wrongPassword, .userNotFound: print("wrong address or password")
/// default: print(error.localizedDescription)
/// }
/// ```
public enum AuthErrorCode: Int, Error, Sendable, Hashable {
  /// The name of the type in older versions of the SDK.
  public typealias Code = AuthErrorCode

  /// The custom token is malformed.
  case invalidCustomToken = 17000
  /// The custom token belongs to another project.
  case customTokenMismatch = 17002
  /// The email address, password or token is invalid.
  case invalidCredential = 17004
  /// The account is disabled.
  case userDisabled = 17005
  /// The sign-in method is disabled.
  case operationNotAllowed = 17006
  /// Another account has the email address.
  case emailAlreadyInUse = 17007
  /// The email address is invalid.
  case invalidEmail = 17008
  /// The password is wrong.
  case wrongPassword = 17009
  /// There were too many attempts.
  case tooManyRequests = 17010
  /// The account does not exist.
  case userNotFound = 17011
  /// The account with this email address uses a different sign-in method.
  case accountExistsWithDifferentCredential = 17012
  /// The user must sign in again.
  case requiresRecentLogin = 17014
  /// The provider is already linked to the account.
  case providerAlreadyLinked = 17015
  /// The provider is not linked to the account.
  case noSuchProvider = 17016
  /// The token does not belong to the user.
  case invalidUserToken = 17017
  /// The service cannot be reached.
  case networkError = 17020
  /// The token has expired.
  case userTokenExpired = 17021
  /// The API key is invalid.
  case invalidAPIKey = 17023
  /// The credential for reauthentication belongs to another user.
  case userMismatch = 17024
  /// The credential belongs to another account.
  case credentialAlreadyInUse = 17025
  /// The password is too short.
  case weakPassword = 17026
  /// The app is not authorized to use the project.
  case appNotAuthorized = 17028
  /// The code from the email has expired.
  case expiredActionCode = 17029
  /// The code from the email is invalid.
  case invalidActionCode = 17030
  /// The text of the email is invalid.
  case invalidMessagePayload = 17031
  /// The sender of the email is invalid.
  case invalidSender = 17032
  /// The recipient of the email is invalid.
  case invalidRecipientEmail = 17033
  /// The email address is missing.
  case missingEmail = 17034
  /// The phone number is missing.
  case missingPhoneNumber = 17041
  /// The phone number is invalid.
  case invalidPhoneNumber = 17042
  /// The code from the text message is missing.
  case missingVerificationCode = 17043
  /// The code from the text message is wrong.
  case invalidVerificationCode = 17044
  /// The identifier of the verification is missing.
  case missingVerificationID = 17045
  /// The identifier of the verification is invalid.
  case invalidVerificationID = 17046
  /// The code from the text message has expired.
  case sessionExpired = 17051
  /// The project's quota of text messages is exhausted.
  case quotaExceeded = 17052
  /// No user is signed in.
  case nullUser = 17067
  /// The credential was rejected.
  case rejectedCredential = 17075
  /// The account requires a second factor.
  case secondFactorRequired = 17078
  /// Only an administrator may perform the operation.
  case adminRestrictedOperation = 17085
  /// The email address is not verified.
  case unverifiedEmail = 17086
  /// The nonce is missing or wrong.
  case missingOrInvalidNonce = 17094
  /// The keychain is not accessible.
  case keychainError = 17995
  /// An error without a more specific code.
  case internalError = 17999
  /// The token is malformed.
  case malformedJWT = 18000
}
