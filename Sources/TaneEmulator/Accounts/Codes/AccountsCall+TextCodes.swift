import TaneCore
import TaneServices

extension AccountsCall {
  /// The reported lifetime of a phone number proof, in seconds.
  private static let proofLifetime = 3600

  /// Creates the code that a user would receive by text message.
  func sendVerificationCode(_ body: ProtocolJSON) throws -> TreeLiteral {
    let code = SMSCode(
      project: project,
      phoneNumber: try AccountValidation.phoneNumber(try body.text("phoneNumber") ?? ""),
      code: RandomText.digits(count: 6),
      session: service.makeIdentifier(226)
    )
    service.codes.add(code)
    service.report("to verify the phone number \(code.phoneNumber), use the code \(code.code)")
    return ["sessionInfo": .string(code.session)]
  }

  /// Signs in the recipient of a text message and creates the account if it does not exist, or adds
  /// the number to the account of a token.
  func signInWithPhoneNumber(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let signedInAccount = try await account(ofTokenIn: body)
    let isProven = try body.text("temporaryProof") != nil
    let number = try verifiedPhoneNumber(body)
    let numberOwner = try await store.account(phoneNumber: number)
    if let signedInAccount, let numberOwner, signedInAccount.localID != numberOwner.localID {
      guard !isProven else { throw AccountsFailure("PHONE_NUMBER_EXISTS") }
      return proof(of: number)
    }
    if numberOwner?.isDisabled == true { throw AccountsFailure("USER_DISABLED") }
    let (id, isNew) = try await updateOrCreate(signedInAccount ?? numberOwner) {
      $0.phoneNumber = number
    }
    let (_, tokens) = try await signIn(id, provider: "phone")
    let entries: [(String, TreeLiteral)] = [
      ("isNewUser", .bool(isNew)), ("phoneNumber", .string(number)), ("localId", .string(id)),
    ]
    return .map(entries + tokens)
  }

  private func verifiedPhoneNumber(_ body: ProtocolJSON) throws -> String {
    if let proof = try body.text("temporaryProof") {
      guard let number = try body.text("phoneNumber") else {
        throw AccountsFailure("MISSING_PHONE_NUMBER")
      }
      guard service.codes.hasProof(proof, phoneNumber: number, of: project) else {
        throw AccountsFailure("INVALID_TEMPORARY_PROOF")
      }
      return number
    }
    guard let session = try body.text("sessionInfo"), !session.isEmpty else {
      throw AccountsFailure("MISSING_SESSION_INFO")
    }
    guard let code = try body.text("code"), !code.isEmpty else {
      throw AccountsFailure("MISSING_CODE")
    }
    return try service.codes.redeemSMSCode(session: session, code: code, of: project)
  }

  /// Returns a response with a proof for a number that belongs to another account; the user can
  /// sign in to that account with the proof.
  private func proof(of number: String) -> TreeLiteral {
    let proof = PhoneProof(
      project: project,
      phoneNumber: number,
      text: service.makeIdentifier(119)
    )
    service.codes.add(proof)
    return [
      "phoneNumber": .string(number), "temporaryProof": .string(proof.text),
      "temporaryProofExpiresIn": .digits(Self.proofLifetime),
    ]
  }
}
