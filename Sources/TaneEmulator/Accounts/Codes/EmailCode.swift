import TaneCore
import TaneServices

/// A code from an email, which proves that the user owns the address.
struct EmailCode: Sendable, Hashable {
  /// The purpose of a code; the raw values are the API's names.
  enum Purpose: String, Sendable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case emailVerification = "VERIFY_EMAIL"
    case emailRecovery = "RECOVER_EMAIL"
    case signIn = "EMAIL_SIGNIN"
    case emailChange = "VERIFY_AND_CHANGE_EMAIL"

    /// The purpose's number in the API.
    var number: Int64 {
      switch self {
      case .passwordReset: 1
      case .emailVerification: 4
      case .emailRecovery: 5
      case .signIn: 6
      case .emailChange: 7
      }
    }

    /// The value of the `mode` parameter in links.
    var mode: String {
      switch self {
      case .passwordReset: "resetPassword"
      case .emailVerification: "verifyEmail"
      case .emailRecovery: "recoverEmail"
      case .signIn: "signIn"
      case .emailChange: "verifyAndChangeEmail"
      }
    }
  }

  let project: String
  let purpose: Purpose
  let email: String
  /// The account's new address, if the code changes the address.
  var newEmail: String?
  /// The ID of the account whose former address the code restores, or nil if the code has another
  /// purpose.
  var localID: String?
  let code: String
  let link: String

  /// The code's JSON in the emulator's list of sent codes.
  var json: TreeLiteral {
    .object([
      "email": .string(email), "newEmail": newEmail.map { .string($0) },
      "requestType": .string(purpose.rawValue), "oobCode": .string(code), "oobLink": .string(link),
    ])
  }

  /// The instruction for a developer who acts in place of the email's recipient, as a clause
  /// without a final period.
  var instruction: String {
    switch purpose {
    case .passwordReset:
      "to reset the password of \(email), open \(link)&newPassword=NEW_PASSWORD_HERE"
    case .emailVerification: "to verify the address \(email), open \(link)"
    case .emailRecovery: "to restore the address \(email) of the account, open \(link)"
    case .signIn: "to sign in as \(email), open \(link)"
    case .emailChange: "to change the address \(email) to \(newEmail ?? ""), open \(link)"
    }
  }
}
