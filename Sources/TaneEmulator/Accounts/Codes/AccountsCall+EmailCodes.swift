import TaneCore
import TaneServices

extension AccountsCall {
  /// Creates the code that a user would receive by email.
  func sendEmailCode(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let purpose = try purpose(in: body)
    let isReturned = try body.flag("returnOobLink") ?? false
    guard isAdministrator || !isReturned else { throw AccountsFailure("INSUFFICIENT_PERMISSION") }
    let continueURL = try body.text("continueUrl")
    guard continueURL.map(WebAddress.isAbsolute) ?? true else {
      throw AccountsFailure(
        "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
      )
    }
    let email = try await recipient(of: purpose, body, isReturned)
    let answer: [(String, TreeLiteral)] = [
      ("kind", "identitytoolkit#GetOobConfirmationCodeResponse"), ("email", .string(email)),
    ]
    if purpose == .passwordReset, try await store.account(email: email) == nil {
      guard hasEmailPrivacy else { throw AccountsFailure("EMAIL_NOT_FOUND") }
      // The response does not reveal whether the account exists.
      return .map(answer)
    }
    var newEmail: String?
    if purpose == .emailChange { newEmail = try await self.newEmail(in: body) }
    let code = addEmailCode(purpose, email, newEmail: newEmail, continueURL: continueURL)
    guard isReturned else {
      service.report(code.instruction)
      return .map(answer)
    }
    return .map(answer + [("oobCode", .string(code.code)), ("oobLink", .string(code.link))])
  }

  private func purpose(in body: ProtocolJSON) throws -> EmailCode.Purpose {
    let purposes = EmailCode.Purpose.allCases.filter { $0 != .emailRecovery }
    let choices = purposes.map { (name: $0.rawValue, number: $0.number, value: $0) }
    guard body["requestType"]?.tree.string != "OOB_REQ_TYPE_UNSPECIFIED",
      let purpose = try body.choice("requestType", choices)
    else { throw AccountsFailure("MISSING_REQ_TYPE") }
    return purpose
  }

  /// Returns the recipient's address: the signed-in user's address, or the address in the request.
  private func recipient(
    of purpose: EmailCode.Purpose,
    _ body: ProtocolJSON,
    _ isReturned: Bool
  ) async throws -> String {
    let token = try body.text("idToken")
    let isForCurrentUser = purpose == .emailVerification || purpose == .emailChange
    if isForCurrentUser, token != nil || !isReturned {
      guard let token else {
        throw AccountsFailure(
          purpose == .emailChange ? "MISSING_ID_TOKEN" : "INVALID_ID_TOKEN"
        )
      }
      guard let email = try await account(ofIDToken: token).0.email else {
        throw AccountsFailure("MISSING_EMAIL")
      }
      return email
    }
    guard let text = try body.text("email"), !text.isEmpty else {
      throw AccountsFailure("MISSING_EMAIL")
    }
    let email = try AccountValidation.email(text)
    if isForCurrentUser, try await store.account(email: email) == nil {
      throw AccountsFailure("USER_NOT_FOUND")
    }
    return email
  }

  private func newEmail(in body: ProtocolJSON) async throws -> String {
    guard let text = try body.text("newEmail"), !text.isEmpty else {
      throw AccountsFailure("MISSING_NEW_EMAIL")
    }
    let email = try AccountValidation.email(text)
    guard try await store.account(email: email) == nil else {
      throw AccountsFailure("EMAIL_EXISTS")
    }
    return email
  }

  /// Creates and stores a code.
  func addEmailCode(
    _ purpose: EmailCode.Purpose,
    _ email: String,
    newEmail: String? = nil,
    localID: String? = nil,
    continueURL: String? = nil
  ) -> EmailCode {
    let text = service.makeIdentifier(54)
    let target = continueURL.map { "&continueUrl=\(PercentEncoding.encodeURLPart($0))" } ?? ""
    let code = EmailCode(
      project: project,
      purpose: purpose,
      email: email,
      newEmail: newEmail,
      localID: localID,
      code: text,
      link: "\(request.origin)/emulator/action?mode=\(purpose.mode)&lang=en&oobCode=\(text)"
        + "&apiKey=fake-api-key\(target)"
    )
    service.codes.add(code)
    return code
  }
}

extension AccountsCall {
  /// Returns the email code with the given text; throws unless it is an unused code of this
  /// project.
  func emailCode(_ text: String?) throws(AccountsFailure) -> EmailCode {
    guard let text, !text.isEmpty else { throw AccountsFailure("MISSING_OOB_CODE") }
    guard let code = service.codes.email(text), code.project == project else {
      throw AccountsFailure("INVALID_OOB_CODE")
    }
    return code
  }

  /// Invalidates a code, or throws if it was already used.
  private func redeem(_ code: EmailCode) throws(AccountsFailure) {
    guard service.codes.redeem(code) else { throw AccountsFailure("INVALID_OOB_CODE") }
  }

  /// Returns a code's purpose and address, and sets the password if the request contains a new one.
  func resetPassword(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let code = try emailCode(try body.text("oobCode"))
    if let password = try body.text("newPassword"), !password.isEmpty {
      guard code.purpose == .passwordReset else { throw AccountsFailure("INVALID_OOB_CODE") }
      try AccountValidation.checkPassword(password)
      try redeem(code)
      guard let id = try await store.account(email: code.email)?.localID else {
        throw AccountsFailure("INVALID_OOB_CODE")
      }
      _ = try await change(id) { account in
        setPassword(password, of: &account)
        account.isEmailVerified = true
        // The linked identities may belong to someone other than the owner of the address.
        account.providers = []
      }
    }
    // For a sign-in link, the user must enter the address to which it was sent.
    let email = code.purpose == .signIn ? nil : code.email
    return .object([
      "kind": "identitytoolkit#ResetPasswordResponse",
      "requestType": .string(code.purpose.rawValue), "email": email.map { .string($0) },
      "newEmail": code.newEmail.map { .string($0) },
    ])
  }

  /// Applies a code: verifies or changes an account's email address, or restores the former one.
  func applyEmailCode(_ text: String) async throws -> Account {
    let code = try emailCode(text)
    let account: Account?
    switch code.purpose {
    case .emailVerification, .emailChange: account = try await store.account(email: code.email)
    case .emailRecovery: account = try await store.account(id: code.localID ?? "")
    case .passwordReset, .signIn: throw AccountsFailure("INVALID_OOB_CODE")
    }
    try redeem(code)
    guard let account else { throw AccountsFailure("INVALID_OOB_CODE") }
    return try await change(account.localID) { account in
      account.email = code.newEmail ?? code.email
      account.isEmailVerified = true
    }
  }

  /// Signs in the owner of an email address and creates the account if it does not exist, or adds
  /// the address to the account of a token.
  func signInWithEmailLink(_ body: ProtocolJSON) async throws -> TreeLiteral {
    let signedInAccount = try await account(ofTokenIn: body)
    guard let text = try body.text("email"), !text.isEmpty else {
      throw AccountsFailure("MISSING_EMAIL")
    }
    let email = try AccountValidation.email(text)
    let code = try emailCode(try body.text("oobCode"))
    guard code.purpose == .signIn else { throw AccountsFailure("INVALID_OOB_CODE") }
    guard code.email == email else {
      throw AccountsFailure(
        "INVALID_EMAIL : The email provided does not match the sign-in email address."
      )
    }
    let emailOwner = try await store.account(email: email)
    if let signedInAccount, let emailOwner, signedInAccount.localID != emailOwner.localID {
      throw AccountsFailure("EMAIL_EXISTS")
    }
    if emailOwner?.isDisabled == true { throw AccountsFailure("USER_DISABLED") }
    try redeem(code)
    let (id, isNew) = try await updateOrCreate(signedInAccount ?? emailOwner) { account in
      account.email = email
      account.isEmailVerified = true
      account.usesEmailLink = true
    }
    let (_, tokens) = try await signIn(id, provider: "password")
    let entries: [(String, TreeLiteral)] = [
      ("kind", "identitytoolkit#EmailLinkSigninResponse"), ("email", .string(email)),
      ("localId", .string(id)), ("isNewUser", .bool(isNew)),
    ]
    return .map(entries + tokens)
  }

  /// Changes an account, or creates one if `existing` is nil; returns its ID and whether it is new.
  func updateOrCreate(
    _ existing: Account?,
    _ body: (inout Account) -> Void
  ) async throws -> (id: String, isNew: Bool) {
    if let existing { return (try await change(existing.localID, body).localID, false) }
    var account = Account(localID: service.makeIdentifier(28), createdAt: service.now())
    body(&account)
    try await store.put(account, replacing: nil)
    return (account.localID, true)
  }
}
