import TaneCore

/// The code of a text message.
struct TextCode: Sendable, Hashable {
  let project: String
  let phoneNumber: String
  /// Six digits.
  let code: String
  /// What the client sends the code back with.
  let session: String

  /// The code as the emulator lists it.
  var json: TreeLiteral {
    [
      "phoneNumber": .string(phoneNumber), "code": .string(code), "sessionInfo": .string(session),
    ]
  }
}

/// What shows that a user has a telephone number, which another account has as well.
struct PhoneProof: Sendable, Hashable {
  let project: String
  let phoneNumber: String
  let text: String
}
