import TaneCore

/// A code from a text message.
struct SMSCode: Sendable, Hashable {
  let project: String
  let phoneNumber: String
  /// The code, which consists of six digits.
  let code: String
  /// The session identifier that the client sends back with the code.
  let session: String

  /// The code's JSON in the emulator's list of sent codes.
  var json: TreeLiteral {
    [
      "phoneNumber": .string(phoneNumber), "code": .string(code), "sessionInfo": .string(session),
    ]
  }
}

/// A proof that a user owns the phone number of another account.
struct PhoneProof: Sendable, Hashable {
  let project: String
  let phoneNumber: String
  let text: String
}
