import TaneCore
import TaneServices

/// A token with which an app's server authenticates a user: plain JSON, or a JSON Web Token whose
/// signature is not verified.
struct CustomToken {
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  let uid: String
  /// The claims for the user's tokens, as a JSON object.
  let claims: String?

  init(_ text: String) throws(AccountsFailure) {
    let payload: Tree
    if text.hasPrefix("{") {
      guard let json = try? JSONText.object(of: Array(text.utf8)) else { throw Self.malformed }
      payload = json
    } else {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let json = AccountToken.object(String(parts[1])) else {
        throw Self.malformed
      }
      guard json["aud"]?.string == Self.audience else {
        throw AccountsFailure(
          "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): the token is for another service.))"
        )
      }
      payload = json
    }
    guard let uid = payload["uid"]?.string ?? payload["user_id"]?.string,
      (1...128).contains(uid.count)
    else { throw AccountsFailure("MISSING_IDENTIFIER") }
    self.uid = uid
    guard let claims = payload["claims"], !claims.isNull else {
      self.claims = nil
      return
    }
    self.claims = try AccountValidation.claims(JSONText.text(.tree(claims)))
  }

  private static let malformed = AccountsFailure(
    "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"
  )
}
