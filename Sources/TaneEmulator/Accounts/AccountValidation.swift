import TaneCore
import TaneServices

/// Validation of the account properties that users and administrators send.
enum AccountValidation {
  /// The minimum length of a password, in characters.
  static let minimumPasswordLength = 6
  /// The maximum length of the custom claims' JSON, in characters.
  static let maximumClaimsLength = 1000

  /// Returns the address in lower case, or throws if it is invalid.
  static func email(_ text: String) throws(AccountsFailure) -> String {
    let email = text.lowercased()
    guard isEmail(email) else { throw AccountsFailure("INVALID_EMAIL") }
    return email
  }

  /// Returns true if a string has the form of an email address: a local part, an at sign and a
  /// domain with a dot.
  static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 256,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  /// Returns the phone number unchanged, or throws if it is not in E.164 format (`+` and digits).
  static func phoneNumber(_ text: String) throws(AccountsFailure) -> String {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "+"), (1...15).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw AccountsFailure("INVALID_PHONE_NUMBER : Invalid format.") }
    return text
  }

  /// Throws if a password is too short.
  static func checkPassword(_ text: String) throws(AccountsFailure) {
    guard text.count >= minimumPasswordLength else {
      throw AccountsFailure(
        "WEAK_PASSWORD : Password should be at least \(minimumPasswordLength) characters"
      )
    }
  }

  /// Returns the custom claims' JSON unchanged, or throws if it is too long or invalid, or contains
  /// a reserved claim.
  static func claims(_ text: String) throws(AccountsFailure) -> String {
    guard text.count <= maximumClaimsLength else { throw AccountsFailure("CLAIMS_TOO_LARGE") }
    guard let claims = try? JSONText.object(of: Array(text.utf8)) else {
      throw AccountsFailure("INVALID_CLAIMS")
    }
    for claim in claims.children {
      let name = claim.key ?? ""
      if AccountToken.reservedClaims.contains(name) {
        throw AccountsFailure("FORBIDDEN_CLAIM : \(name)")
      }
    }
    return text
  }
}
