import TaneCore
import TaneServices

extension AccountsCall {
  /// The account status of a user who signs in with an identity provider.
  private enum Arrival {
    /// The user has an account with the identity, or an account to which the identity is added.
    case known(id: String, ProviderAccountChange)
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
      throw AccountsFailure.notServed("\(name) is not supported: omit it.")
    }
    let assertion = try ProviderAssertion(body)
    let own = try await account(ofTokenIn: body)
    let arrival: Arrival
    do {
      arrival = try await self.arrival(of: assertion, linkingTo: own)
      if case .new = arrival, try body.flag("autoCreate") == false {
        throw AccountsFailure("USER_NOT_FOUND")
      }
    } catch let failure as AccountsFailure {
      guard try body.flag("returnIdpCredential") ?? false else { throw failure }
      return .map(assertion.entries + [("errorMessage", .string(failure.message))])
    }
    switch arrival {
    case .unconfirmed(let account):
      let providers = account.providers.map { TreeLiteral.string($0.providerID) }
      let entries: [(String, TreeLiteral)] = [
        ("needConfirmation", true), ("localId", .string(account.localID)),
        ("verifiedProvider", .list(providers)),
      ]
      return .map(assertion.entries + entries)
    case .known(let id, let change):
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

  private func arrival(
    of assertion: ProviderAssertion,
    linkingTo own: Account?
  ) async throws -> Arrival {
    let known = try await store.account(at: assertion.providerID, rawID: assertion.rawID)
    var holder: Account?
    if let email = assertion.email { holder = try await store.account(email: email) }
    if let own {
      guard known == nil else { throw AccountsFailure("FEDERATED_USER_ID_ALREADY_LINKED") }
      if let holder, holder.localID != own.localID { throw AccountsFailure("EMAIL_EXISTS") }
      return .known(id: own.localID, .link)
    }
    if let known { return .known(id: known.localID, .identity) }
    guard let holder else { return .new }
    return assertion.isEmailVerified ? .known(id: holder.localID, .profile) : .unconfirmed(holder)
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
      isRecycled = change == .profile && account.hasOther(assertion.identity)
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
  fileprivate func hasOther(_ identity: Provider) -> Bool {
    providers.contains { $0.providerID == identity.providerID && $0.rawID != identity.rawID }
  }
}
