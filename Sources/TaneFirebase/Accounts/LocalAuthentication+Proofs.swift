import TaneCore

// Sign-in to embedded accounts with provider tokens and custom tokens; their signatures are not
// verified.
extension LocalAuthentication {
  func signIn(
    with proof: AccountProof,
    for purpose: AccountProofPurpose
  ) async throws -> AccountSignIn {
    let (account, isNew, provider): (Account, Bool, String)
    switch proof {
    case .provider(let parameters):
      let identity = try Identity(parameters)
      (account, isNew) = try await self.account(of: identity, for: purpose)
      provider = identity.provider.providerID
    case .customToken(let token):
      (account, isNew) = try await self.account(ofCustomToken: token)
      provider = "custom"
    case .phone: throw Self.textMessagesUnsupported
    }
    return AccountSignIn(session: self.session(of: account, provider: provider), isNew: isNew)
  }

  private func account(ofCustomToken token: String) async throws -> (Account, isNew: Bool) {
    guard let claims = JSONWebToken.claims(of: token), let uid = claims["uid"] as? String,
      (1...128).contains(uid.count)
    else { throw AccountError(code: "INVALID_CUSTOM_TOKEN") }
    let found = try await accounts.reader.account(id: uid)
    var account = found ?? Account(localID: uid, createdAt: now())
    account.hasCustomToken = account.hasCustomToken || found == nil
    return (try await recordSignIn(account, replacing: found), found == nil)
  }

  private func account(
    of identity: Identity,
    for purpose: AccountProofPurpose
  ) async throws -> (Account, isNew: Bool) {
    let known = try await account(linkedTo: identity.provider)
    var emailOwner: Account?
    if let email = identity.provider.email {
      emailOwner = try await accounts.reader.account(email: email)
    }
    if case .linking(let session) = purpose {
      let own = try await existing(session.localID)
      guard known == nil else { throw AccountError(code: "FEDERATED_USER_ID_ALREADY_LINKED") }
      guard emailOwner == nil || emailOwner?.localID == own.localID else {
        throw AccountError(code: "EMAIL_EXISTS")
      }
      return (try await recordSignIn(identity.linked(to: own), replacing: own), false)
    }
    if let known { return (try await recordSignIn(known, replacing: known), false) }
    guard purpose != .reauthentication else { throw AccountError(code: "USER_NOT_FOUND") }
    guard let emailOwner else {
      let new = Account(localID: Self.randomText(28), createdAt: now())
      return (try await recordSignIn(identity.described(new), replacing: nil), true)
    }
    guard identity.isEmailVerified else { throw AccountError(code: "NEED_CONFIRMATION") }
    var account = emailOwner
    if !account.isEmailVerified {
      // The account may have been created by someone who does not own the address.
      (account.password, account.passwordUpdatedAt, account.phoneNumber) = (nil, nil, nil)
      account.providers = []
      account.validSince = now() / 1000
    }
    return (try await recordSignIn(identity.described(account), replacing: emailOwner), false)
  }

  private func recordSignIn(_ account: Account, replacing existing: Account?) async throws
    -> Account
  {
    guard !account.isDisabled else { throw AccountError(code: "USER_DISABLED") }
    var account = account
    account.lastLoginAt = now()
    try await put(account, replacing: existing)
    return account
  }

  private func account(linkedTo identity: Account.Provider) async throws -> Account? {
    var last: String?
    while true {
      let page = try await accounts.reader.accounts(after: last, limit: 1000)
      let found = page.first { account in
        account.providers.contains {
          $0.providerID == identity.providerID && $0.rawID == identity.rawID
        }
      }
      guard found == nil, page.count == 1000 else { return found }
      last = page.last?.localID
    }
  }
}

/// A user as described by a provider's token.
private struct Identity {
  let provider: Account.Provider
  let isEmailVerified: Bool

  /// Parses the claims of the ID token, or of the access token if the ID token has none.
  init(_ parameters: [String: String]) throws {
    let tokens = ["id_token", "access_token"].compactMap { parameters[$0] }
    guard let claims = tokens.lazy.compactMap(JSONWebToken.claims).first,
      let subject = claims["sub"] as? String, !subject.isEmpty
    else {
      throw AccountError(
        code: "INVALID_IDP_RESPONSE",
        detail:
          "embedded accounts do not contact providers: pass an ID token that is a JSON Web Token, "
          + "or JSON with \"sub\""
      )
    }
    provider = Account.Provider(
      providerID: parameters["providerId"] ?? "",
      rawID: subject,
      email: (claims["email"] as? String)?.lowercased(),
      displayName: claims["name"] as? String,
      photoURL: claims["picture"] as? String
    )
    isEmailVerified = provider.email != nil && claims["email_verified"] as? Bool ?? false
  }

  /// Returns a copy of an account, linked to the identity, with the provider's display name and
  /// picture.
  func described(_ account: Account) -> Account {
    var account = linked(to: account)
    (account.displayName, account.photoURL) = (provider.displayName, provider.photoURL)
    return account
  }

  /// Returns a copy of an account, linked to the identity; if the account has no email address, the
  /// copy has the identity's address.
  func linked(to account: Account) -> Account {
    var account = account
    account.email = account.email ?? provider.email
    if isEmailVerified, account.email == provider.email { account.isEmailVerified = true }
    account.providers.removeAll { $0.providerID == provider.providerID }
    account.providers.append(provider)
    return account
  }
}
