import Foundation
import Synchronization
import TaneCore

/// The unused codes of embedded accounts, which a service would send by email; each can be used
/// once.
final class LocalActionCodes: Sendable {
  let codes = Mutex<[String: AccountCodePurpose]>([:])

  /// Creates a code, and writes instructions for its use to standard error.
  func send(_ purpose: AccountCodePurpose) {
    let code = LocalAuthentication.randomText(20)
    codes.withLock { $0[code] = purpose }
    let call: String
    switch purpose {
    case .passwordReset(let email):
      call =
        "set a new password for \(email), "
        + "call confirmPasswordReset(withCode: \"\(code)\", newPassword:)"
    case .verification: call = "verify the address, call applyActionCode(\"\(code)\")"
    case .emailChange(_, let email):
      call = "change the address to \(email), call applyActionCode(\"\(code)\")"
    }
    UnhandledError.report("embedded accounts send no email; to \(call)")
  }

  func purpose(of code: String) throws -> AccountCodePurpose {
    guard let purpose = codes.withLock({ $0[code] }) else {
      throw AccountError(code: "INVALID_OOB_CODE")
    }
    return purpose
  }

  func use(_ code: String) throws {
    guard codes.withLock({ $0.removeValue(forKey: code) }) != nil else {
      throw AccountError(code: "INVALID_OOB_CODE")
    }
  }
}

// Account changes by users and their apps, according to the rules of the Firebase emulator.
extension LocalAuthentication {
  func update(
    _ session: AccountSession,
    with change: AccountChange
  ) async throws -> AccountSession {
    let account = try await existing(session.localID)
    var changed = account
    if let email = change.email { try setEmail(email, of: &changed) }
    if let password = change.password { try setPassword(password, of: &changed) }
    if let name = change.displayName { changed.displayName = name.isEmpty ? nil : name }
    if let url = change.photoURL { changed.photoURL = url.isEmpty ? nil : url }
    for provider in change.removedProviders { changed.remove(provider) }
    try await put(changed, replacing: account)
    let provider = change.password == nil ? provider(of: session) : "password"
    return self.session(of: changed, provider: provider)
  }

  func sendCode(for purpose: AccountCodePurpose, locale: String?) async throws {
    // The accounts must be writable, because using the code changes an account.
    _ = try accounts.store.get()
    switch purpose {
    case .passwordReset(let email):
      guard Self.isEmail(email) else { throw AccountError(code: "INVALID_EMAIL") }
      guard try await accounts.reader.account(email: email.lowercased()) != nil else {
        throw AccountError(code: "EMAIL_NOT_FOUND")
      }
    case .verification(let session):
      guard try await existing(session.localID).email != nil else {
        throw AccountError(code: "MISSING_EMAIL")
      }
    case .emailChange(_, let email):
      guard Self.isEmail(email) else { throw AccountError(code: "INVALID_EMAIL") }
      guard try await accounts.reader.account(email: email.lowercased()) == nil else {
        throw AccountError(code: "EMAIL_EXISTS")
      }
    }
    codes.send(purpose)
  }

  func resetPassword(code: String, to password: String?) async throws -> String? {
    guard case .passwordReset(let email) = try codes.purpose(of: code) else {
      throw AccountError(code: "INVALID_OOB_CODE")
    }
    guard let password else { return email }
    guard let account = try await accounts.reader.account(email: email.lowercased()) else {
      throw AccountError(code: "INVALID_OOB_CODE")
    }
    var changed = account
    try setPassword(password, of: &changed)
    changed.isEmailVerified = true
    // The linked identities may belong to someone other than the owner of the address.
    changed.providers = []
    try codes.use(code)
    try await put(changed, replacing: account)
    return email
  }

  func applyCode(_ code: String) async throws {
    let (id, email): (String, String?) =
      switch try codes.purpose(of: code) {
      case .verification(let session): (session.localID, nil)
      case .emailChange(let session, let email): (session.localID, email)
      case .passwordReset: throw AccountError(code: "INVALID_OOB_CODE")
      }
    let account = try await existing(id)
    var changed = account
    if let email { try setEmail(email, of: &changed) }
    changed.isEmailVerified = true
    try codes.use(code)
    try await put(changed, replacing: account)
  }

  func sendVerificationCode(to phoneNumber: String) async throws -> String {
    throw Self.textMessagesUnsupported
  }

  static let textMessagesUnsupported = AuthError(
    .operationNotAllowed,
    "embedded accounts send no text messages: run tane emulate and call useEmulator(withHost:port:)"
  )

  func setPassword(_ password: String, of account: inout Account) throws {
    guard password.count >= Self.minimumPasswordLength else {
      let detail = "a password must have at least \(Self.minimumPasswordLength) characters"
      throw AccountError(code: "WEAK_PASSWORD", detail: detail)
    }
    account.password = .emulated(of: password)
    account.passwordUpdatedAt = now()
    account.validSince = now() / 1000
  }

  private func setEmail(_ email: String, of account: inout Account) throws {
    guard Self.isEmail(email) else { throw AccountError(code: "INVALID_EMAIL") }
    guard email.lowercased() != account.email else { return }
    account.email = email.lowercased()
    account.isEmailVerified = false
    account.validSince = now() / 1000
  }

  func existing(_ id: String) async throws -> Account {
    guard let account = try await accounts.reader.account(id: id) else {
      throw AccountError(code: "USER_NOT_FOUND")
    }
    guard !account.isDisabled else { throw AccountError(code: "USER_DISABLED") }
    return account
  }

  func put(_ account: Account, replacing existing: Account?) async throws {
    do {
      try await accounts.store.get().put(account, replacing: existing)
    } catch AccountConflict.emailTaken {
      throw AccountError(code: "EMAIL_EXISTS")
    }
  }
}

extension Account {
  fileprivate mutating func remove(_ provider: String) {
    switch provider {
    case EmailAuthProvider.id:
      (password, passwordUpdatedAt, email, usesEmailLink) = (nil, nil, nil, nil)
      isEmailVerified = false
    case PhoneAuthProvider.id: phoneNumber = nil
    default: providers.removeAll { $0.providerID == provider }
    }
  }
}
