import TaneCore
import TaneServices

extension AccountsCall {
  /// The result of looking up the account of a user who signs in with an identity provider.
  private enum AccountMatch {
    /// The user has an account with the identity, or an account to which the identity is added.
    case existing(id: String, ProviderAccountChange)
    /// The user is new.
    case new
    /// An account has the user's address, but the provider has not verified the address: the user
    /// must sign in to that account first.
    case unconfirmed(Account)
  }

  /// The change to an account when its user signs in with a provider.
  private enum ProviderAccountChange {
    /// The identity by which the account was found is updated.
    case identity
    /// The identity is added to the account of the signed-in user.
    case link
    /// The profile is updated: the account was found by its address, which the provider has
    /// verified.
    case profile
  }

  /// Signs in a user of an identity provider, or adds the user's identity to the account of an ID
  /// token.
  func signInWithIdp(_ body: ProtocolJSON) async throws -> TreeLiteral {
    for name in ["pendingIdToken", "returnRefreshToken"] {
      guard body[name]?.tree.bool ?? (body[name] != nil) else { continue }
      throw AccountsFailure.unsupported("\(name) is not supported: omit it.")
    }
    let assertion = try ProviderAssertion(body)
    let own = try await account(ofTokenIn: body)
    let accountMatch: AccountMatch
    do {
      accountMatch = try await self.accountMatch(of: assertion, linkingTo: own)
      if case .new = accountMatch, try body.flag("autoCreate") == false {
        throw AccountsFailure("USER_NOT_FOUND")
      }
    } catch let failure as AccountsFailure {
      guard try body.flag("returnIdpCredential") ?? false else { throw failure }
      return .map(assertion.entries + [("errorMessage", .string(failure.message))])
    }
    switch accountMatch {
    case .unconfirmed(let account):
      let providers = account.providers.map { TreeLiteral.string($0.providerID) }
      let entries: [(String, TreeLiteral)] = [
        ("needConfirmation", true), ("localId", .string(account.localID)),
        ("verifiedProvider", .list(providers)),
      ]
      return .map(assertion.entries + entries)
    case .existing(let id, let change):
      return try await signIn(id, by: assertion, change, isNew: false)
    case .new:
      do {
        let id = try await createAccount(for: assertion)
        return try await signIn(id, by: assertion, .identity, isNew: true)
      } catch AccountConflict.emailTaken {
        // The same user signed in concurrently.
        try Task.checkCancellation()
        return try await signInWithIdp(body)
      }
    }
  }

  private func createAccount(for assertion: ProviderAssertion) async throws -> String {
    try await updateOrCreate(nil) { account in
      account.email = assertion.email
      account.isEmailVerified = assertion.email != nil && assertion.isEmailVerified
      account.displayName = assertion.displayName
      account.photoURL = assertion.photoURL
      account.add(assertion.identity)
    }.id
  }

  private func accountMatch(
    of assertion: ProviderAssertion,
    linkingTo own: Account?
  ) async throws -> AccountMatch {
    let existing = try await store.account(at: assertion.providerID, rawID: assertion.rawID)
    var emailOwner: Account?
    if let email = assertion.email { emailOwner = try await store.account(email: email) }
    if let own {
      guard existing == nil else { throw AccountsFailure("FEDERATED_USER_ID_ALREADY_LINKED") }
      if let emailOwner, emailOwner.localID != own.localID { throw AccountsFailure("EMAIL_EXISTS") }
      return .existing(id: own.localID, .link)
    }
    if let existing { return .existing(id: existing.localID, .identity) }
    guard let emailOwner else { return .new }
    return assertion.isEmailVerified
      ? .existing(id: emailOwner.localID, .profile) : .unconfirmed(emailOwner)
  }

  private func signIn(
    _ id: String,
    by assertion: ProviderAssertion,
    _ change: ProviderAccountChange,
    isNew: Bool
  ) async throws -> TreeLiteral {
    var isRecycled = false
    let changed = try await self.change(id) { account in
      guard !account.isDisabled else { throw AccountsFailure("USER_DISABLED") }
      isRecycled = change == .profile && account.hasConflictingIdentity(assertion.identity)
      apply(assertion, change, to: &account)
    }
    let (account, tokens) = try await signIn(id, provider: assertion.providerID)
    var entries = assertion.entries + [("localId", .string(changed.localID))]
    if changed.email != nil, changed.email == assertion.email {
      entries.removeAll { $0.0 == "emailVerified" }
      entries.append(("emailVerified", .bool(account.isEmailVerified)))
    }
    if isNew { entries.append(("isNewUser", true)) }
    if isRecycled { entries.append(("emailRecycled", true)) }
    return .map(entries + tokens)
  }

  private func apply(
    _ assertion: ProviderAssertion,
    _ change: ProviderAccountChange,
    to account: inout Account
  ) {
    switch change {
    case .identity: break
    case .link:
      account.email = account.email ?? assertion.email
      if assertion.isEmailVerified, account.email == assertion.email {
        account.isEmailVerified = account.email != nil
      }
    case .profile:
      if !account.isEmailVerified {
        // The account may have been created by someone who does not own the address.
        account.password = nil
        account.phoneNumber = nil
        account.providers = []
        account.validSince = seconds
      }
      account.isEmailVerified = true
      account.displayName = assertion.displayName
      account.photoURL = assertion.photoURL
    }
    account.add(assertion.identity)
  }
}

extension Account {
  /// Returns true if the account has an identity with the same provider but a different user
  /// identifier.
  fileprivate func hasConflictingIdentity(_ identity: Provider) -> Bool {
    providers.contains { $0.providerID == identity.providerID && $0.rawID != identity.rawID }
  }
}
