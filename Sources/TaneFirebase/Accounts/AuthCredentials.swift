import TaneCore

// `@unchecked Sendable` is safe, because all stored properties, including those of subclasses, are
// `Sendable` constants.
/// A credential for signing in, linking or reauthenticating, as created by a provider such as
/// `EmailAuthProvider`.
public class AuthCredential: @unchecked Sendable {
  enum Kind: Sendable {
    case password(email: String, password: String)
    case proof(AccountProof)
  }

  /// The provider's identifier, such as `password` or `google.com`.
  public let provider: String
  let kind: Kind

  init(provider: String, _ kind: Kind) { (self.provider, self.kind) = (provider, kind) }
}

/// A credential from a provider's tokens.
///
/// Embedded accounts and emulators read the claims of an ID token, which may be plain JSON, without
/// verifying its signature.
public final class OAuthCredential: AuthCredential, @unchecked Sendable {
  /// The provider's ID token, if any.
  public let idToken: String?
  /// The provider's access token, if any.
  public let accessToken: String?
  /// The secret of an OAuth 1.0 access token, if any.
  public let secret: String?

  init(
    _ provider: String,
    idToken: String? = nil,
    rawNonce: String? = nil,
    accessToken: String? = nil,
    secret: String? = nil
  ) {
    (self.idToken, self.accessToken, self.secret) = (idToken, accessToken, secret)
    let parameters = [
      "providerId": provider, "id_token": idToken, "nonce": rawNonce, "access_token": accessToken,
      "oauth_token_secret": secret,
    ]
    super.init(provider: provider, .proof(.provider(parameters.compactMapValues(\.self))))
  }
}

/// A credential from a code that was sent to a phone number.
public final class PhoneAuthCredential: AuthCredential, @unchecked Sendable {}

/// A provider that creates credentials from an email address and a password.
public enum EmailAuthProvider {
  /// The provider's identifier.
  public static let id = "password"

  /// Returns the credential for an email address and a password.
  public static func credential(withEmail email: String, password: String) -> AuthCredential {
    AuthCredential(provider: id, .password(email: email, password: password))
  }
}

/// A provider that creates credentials from Google's tokens.
public enum GoogleAuthProvider {
  /// The provider's identifier.
  public static let id = "google.com"

  /// Returns the credential for Google's tokens.
  ///
  /// ```swift
  /// let google = GoogleAuthProvider.credential(withIDToken: token, accessToken: accessToken)
  /// let user = try await auth.signIn(with: google).user
  /// ```
  public static func credential(
    withIDToken idToken: String,
    accessToken: String
  ) -> AuthCredential {
    OAuthCredential(id, idToken: idToken, accessToken: accessToken)
  }
}

/// A provider that creates credentials from Facebook's tokens.
public enum FacebookAuthProvider {
  /// The provider's identifier.
  public static let id = "facebook.com"

  /// Returns the credential for an access token; embedded accounts and emulators accept only JSON
  /// or a JSON Web Token.
  public static func credential(withAccessToken accessToken: String) -> AuthCredential {
    OAuthCredential(id, accessToken: accessToken)
  }
}

/// A provider that creates credentials from GitHub's tokens.
public enum GitHubAuthProvider {
  /// The provider's identifier.
  public static let id = "github.com"

  /// Returns the credential for an access token; embedded accounts and emulators accept only JSON
  /// or a JSON Web Token.
  public static func credential(withToken token: String) -> AuthCredential {
    OAuthCredential(id, accessToken: token)
  }
}

/// A provider that creates credentials from Twitter's tokens.
public enum TwitterAuthProvider {
  /// The provider's identifier.
  public static let id = "twitter.com"

  /// Returns the credential for an access token; embedded accounts and emulators accept only JSON
  /// or a JSON Web Token.
  public static func credential(withToken token: String, secret: String) -> AuthCredential {
    OAuthCredential(id, accessToken: token, secret: secret)
  }
}

/// The identifier of a provider.
public struct AuthProviderID: Sendable, Hashable {
  /// The identifier as text.
  public let rawValue: String

  /// Sign-in with Apple.
  public static let apple = AuthProviderID(rawValue: "apple.com")
  /// Sign-in with an email address and a password.
  public static let email = AuthProviderID(rawValue: EmailAuthProvider.id)
  /// Sign-in with Facebook.
  public static let facebook = AuthProviderID(rawValue: FacebookAuthProvider.id)
  /// Sign-in with GitHub.
  public static let gitHub = AuthProviderID(rawValue: GitHubAuthProvider.id)
  /// Sign-in with Google.
  public static let google = AuthProviderID(rawValue: GoogleAuthProvider.id)
  /// Sign-in with a phone number.
  public static let phone = AuthProviderID(rawValue: PhoneAuthProvider.id)

  /// Returns the identifier of a provider that has no constant here, such as `yahoo.com`.
  public static func custom(_ value: String) -> AuthProviderID { AuthProviderID(rawValue: value) }
}

/// A provider that creates credentials from the tokens of any OAuth provider, such as Apple.
public enum OAuthProvider {
  /// Returns the credential for an ID token.
  ///
  /// ```swift
  /// let apple = OAuthProvider.credential(providerID: .apple, idToken: token, rawNonce: nonce)
  /// ```
  public static func credential(
    providerID: AuthProviderID,
    idToken: String,
    rawNonce: String? = nil,
    accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(
      providerID.rawValue,
      idToken: idToken,
      rawNonce: rawNonce,
      accessToken: accessToken
    )
  }

  /// Returns the credential for an access token.
  public static func credential(
    providerID: AuthProviderID,
    accessToken: String
  ) -> OAuthCredential {
    OAuthCredential(providerID.rawValue, accessToken: accessToken)
  }
}

/// A provider that creates credentials for phone numbers.
///
/// Embedded accounts send no text messages: they throw `operationNotAllowed`. An emulator prints
/// the code instead, and Firebase sends codes only to apps on a device.
public struct PhoneAuthProvider: Sendable {
  /// The provider's identifier.
  public static let id = "phone"

  private let auth: Auth

  /// Returns the provider for an `Auth` instance, by default the instance of the active
  /// environment.
  public static func provider(auth: Auth = Auth.auth()) -> PhoneAuthProvider {
    PhoneAuthProvider(auth: auth)
  }

  /// Sends a code to a phone number, such as `+819012345678`.
  ///
  /// - Returns: The identifier of the verification, which `credential` requires together with the
  ///   code.
  public func verifyPhoneNumber(
    _ phoneNumber: String,
    uiDelegate: (any AuthUIDelegate)? = nil
  ) async throws -> String {
    try await auth.performing { accounts in
      try await auth.registration(of: accounts).sendVerificationCode(to: phoneNumber)
    }
  }

  /// Sends a code to a phone number, and calls a block on the main queue with the verification's
  /// identifier or the error.
  public func verifyPhoneNumber(
    _ phoneNumber: String,
    uiDelegate: (any AuthUIDelegate)? = nil,
    completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<String> { completion($0.success, $0.failure) }
    }
    auth.calls.change({ try await verifyPhoneNumber(phoneNumber) }, then: completion)
  }

  /// Returns the credential for a code that the user received.
  public func credential(
    withVerificationID verificationID: String,
    verificationCode: String
  ) -> PhoneAuthCredential {
    let proof = AccountProof.phone(verificationID: verificationID, code: verificationCode)
    return PhoneAuthCredential(provider: Self.id, .proof(proof))
  }
}

/// A delegate that presents sign-in pages in the SDK; it has no effect, because Tane presents no
/// pages.
public protocol AuthUIDelegate: AnyObject {}
