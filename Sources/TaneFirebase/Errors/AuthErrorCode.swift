/// The domain of authentication errors, for `NSError`.
public let AuthErrorDomain = "FIRAuthErrorDomain"

/// The names of authentication errors that belong to no code.
public enum AuthErrors {
  /// The domain of authentication errors, for `NSError`.
  public static let domain = AuthErrorDomain
}

/// The kinds of failure of Firebase Authentication, as Firebase's own SDK names and numbers them.
///
/// ```swift
/// switch AuthErrorCode(rawValue: (error as NSError).code) {
/// case .wrongPassword, .userNotFound: print("wrong address or password")
/// default: print(error.localizedDescription)
/// }
/// ```
public enum AuthErrorCode: Int, Error, Sendable, Hashable {
  /// The kinds of failure, as older versions of the SDK name them.
  public typealias Code = AuthErrorCode

  /// The custom token is not well formed.
  case invalidCustomToken = 17000
  /// The custom token is of another project.
  case customTokenMismatch = 17002
  /// The address, the password or the token belongs to nobody.
  case invalidCredential = 17004
  /// The account may not be used.
  case userDisabled = 17005
  /// This way to sign in is switched off.
  case operationNotAllowed = 17006
  /// Another account has the address.
  case emailAlreadyInUse = 17007
  /// The address is not a valid one.
  case invalidEmail = 17008
  /// The password is another.
  case wrongPassword = 17009
  /// There were too many attempts.
  case tooManyRequests = 17010
  /// There is no such account.
  case userNotFound = 17011
  /// The account of the address has another way to sign in.
  case accountExistsWithDifferentCredential = 17012
  /// The user has to sign in again.
  case requiresRecentLogin = 17014
  /// The account has a user of the provider already.
  case providerAlreadyLinked = 17015
  /// The account has no user of the provider.
  case noSuchProvider = 17016
  /// The token is not the user's.
  case invalidUserToken = 17017
  /// The service cannot be reached.
  case networkError = 17020
  /// The token is not valid any more.
  case userTokenExpired = 17021
  /// The API key is not a valid one.
  case invalidAPIKey = 17023
  /// The user who signed in again is another.
  case userMismatch = 17024
  /// The credential belongs to another account.
  case credentialAlreadyInUse = 17025
  /// The password is too short.
  case weakPassword = 17026
  /// The app may not use the project.
  case appNotAuthorized = 17028
  /// The code of the mail is too old.
  case expiredActionCode = 17029
  /// The code of the mail is not a valid one.
  case invalidActionCode = 17030
  /// The text of the mail is not a valid one.
  case invalidMessagePayload = 17031
  /// The sender of the mail is not a valid one.
  case invalidSender = 17032
  /// The recipient of the mail is not a valid one.
  case invalidRecipientEmail = 17033
  /// There is no address.
  case missingEmail = 17034
  /// There is no telephone number.
  case missingPhoneNumber = 17041
  /// The telephone number is not a valid one.
  case invalidPhoneNumber = 17042
  /// There is no code of a text message.
  case missingVerificationCode = 17043
  /// The code of the text message is another.
  case invalidVerificationCode = 17044
  /// There is no identifier of the verification.
  case missingVerificationID = 17045
  /// The identifier of the verification is not a valid one.
  case invalidVerificationID = 17046
  /// The code of the text message is too old.
  case sessionExpired = 17051
  /// The project's quota of text messages is used up.
  case quotaExceeded = 17052
  /// There is nobody signed in.
  case nullUser = 17067
  /// The credential was refused.
  case rejectedCredential = 17075
  /// The account wants a second factor.
  case secondFactorRequired = 17078
  /// Only an administrator may do this.
  case adminRestrictedOperation = 17085
  /// The address is not verified.
  case unverifiedEmail = 17086
  /// The nonce is another.
  case missingOrInvalidNonce = 17094
  /// The keychain cannot be read.
  case keychainError = 17995
  /// A failure of another kind.
  case internalError = 17999
  /// The token is not well formed.
  case malformedJWT = 18000
}
