package import TaneCore

/// The JSON format of accounts in Identity Toolkit.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
extension Account {
  /// Creates an account from JSON, or returns nil if it has no identifier.
  package init?(_ json: ProtocolJSON) throws(WireError) {
    guard let id = try json.text("localId"), !id.isEmpty else { return nil }
    self.init(localID: id, createdAt: try json.number("createdAt") ?? 0)
    email = try json.text("email")
    isEmailVerified = try json.flag("emailVerified") ?? false
    displayName = try json.text("displayName")
    photoURL = try json.text("photoUrl")
    phoneNumber = try json.text("phoneNumber")
    if let hash = try json.text("passwordHash"), !hash.isEmpty {
      password = AccountPassword(
        hash: hash,
        salt: try json.text("salt"),
        parameters: try json["hashParameters"].flatMap(PasswordHashParameters.init)
      )
    }
    isDisabled = try json.flag("disabled") ?? false
    customAttributes = try json.text("customAttributes")
    for element in try json.elements("providerUserInfo") {
      if let provider = try Provider(element) { providers.append(provider) }
    }
    usesEmailLink = try json.flag("emailLinkSignin")
    hasCustomToken = try json.flag("customAuth") ?? false
    lastLoginAt = try json.number("lastLoginAt")
    lastRefreshAt = try json.text("lastRefreshAt").flatMap { DocumentTimestamp(parsing: $0) }
      .map { $0.flooredToMilliseconds.microseconds / 1000 }
    passwordUpdatedAt = try json.number("passwordUpdatedAt")
    validSince = try json.number("validSince") ?? validSince
  }

  /// Returns the account in the service's JSON format; only administrators receive the password
  /// hash.
  package func json(isAdministrator: Bool) -> TreeLiteral {
    let shown = email != nil && !isEmailVerified ? [("emailVerified", TreeLiteral.bool(false))] : []
    let providers = providers.map { $0.json(isDescribed: true) } + derivedProviders
    var account = self
    if !isAdministrator { account.password = nil }
    if email == nil { account.isEmailVerified = false }
    let hash = account.password?.parameters.map { [("hashParameters", TreeLiteral.map($0.fields))] }
    return .map(account.fields(providers) + shown + account.emulatorFields + (hash ?? []))
  }

  /// The fields of the account for an upload, without its password.
  package var uploadFields: [(String, TreeLiteral)] { fields(providers.map(\.json)) }

  /// The additional fields for emulators, which store accounts exactly as given.
  package var emulatorFields: [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("passwordHash", password.map { .string($0.hash) }),
      ("salt", password?.salt.map { .string($0) }),
      ("passwordUpdatedAt", passwordUpdatedAt.map { .integer($0) }),
      ("emailLinkSignin", usesEmailLink == true ? .bool(true) : nil),
      (
        "lastRefreshAt",
        lastRefreshAt.map { time in
          .string(DocumentTimestamp(milliseconds: time).text(fractionDigits: 3))
        }
      ),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }

  private func fields(_ providers: [TreeLiteral]) -> [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("localId", .string(localID)), ("email", email.map { .string($0) }),
      ("emailVerified", isEmailVerified ? .bool(true) : nil),
      ("displayName", displayName.map { .string($0) }),
      ("photoUrl", photoURL.map { .string($0) }),
      ("phoneNumber", phoneNumber.map { .string($0) }),
      ("disabled", isDisabled ? .bool(true) : nil),
      ("customAttributes", customAttributes.map { .string($0) }),
      ("providerUserInfo", .nonEmpty(providers)),
      ("customAuth", hasCustomToken ? .bool(true) : nil),
      ("createdAt", .digits(createdAt)), ("lastLoginAt", lastLoginAt.map { .digits($0) }),
      ("validSince", .digits(validSince)),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The identities that derive from the account's own fields.
  private var derivedProviders: [TreeLiteral] {
    var list: [TreeLiteral] = []
    if let phoneNumber {
      list.append([
        "providerId": "phone", "phoneNumber": .string(phoneNumber), "rawId": .string(phoneNumber),
      ])
    }
    if let email, password != nil || usesEmailLink == true {
      let provider = Provider(
        providerID: "password",
        rawID: email,
        email: email,
        displayName: displayName,
        photoURL: photoURL
      )
      list.append(provider.json(isDescribed: true))
    }
    return list
  }
}

extension Account.Provider {
  /// Creates an identity from JSON, or returns nil if it derives from the account's own fields.
  package init?(_ json: ProtocolJSON) throws(WireError) {
    let (raw, federated) = (try json.text("rawId"), try json.text("federatedId"))
    guard let id = try json.text("providerId"), id != "password", id != "phone",
      let rawID = raw ?? federated
    else { return nil }
    self.init(
      providerID: id,
      rawID: rawID,
      email: try json.text("email"),
      displayName: try json.text("displayName"),
      photoURL: try json.text("photoUrl")
    )
  }

  /// The identity as JSON for an upload.
  package var json: TreeLiteral { json(isDescribed: false) }

  /// Returns the identity as JSON, with its federated ID if `isDescribed` is true.
  fileprivate func json(isDescribed: Bool) -> TreeLiteral {
    .object([
      "providerId": .string(providerID), "rawId": .string(rawID),
      "federatedId": isDescribed ? .string(rawID) : nil, "email": email.map { .string($0) },
      "displayName": displayName.map { .string($0) }, "photoUrl": photoURL.map { .string($0) },
    ])
  }
}
