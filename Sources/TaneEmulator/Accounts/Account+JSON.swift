import TaneCore

extension Account {
  /// The account as the Identity Toolkit writes it; the password's hash is for administrators alone.
  ///
  /// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
  func json(isAdministrator: Bool) -> TreeLiteral {
    let password = isAdministrator ? password : nil
    let providers = providerJSON
    return .object([
      "localId": .string(localID), "email": email.map { .string($0) },
      "emailVerified": email.map { _ in .bool(isEmailVerified) },
      "displayName": displayName.map { .string($0) }, "photoUrl": photoURL.map { .string($0) },
      "phoneNumber": phoneNumber.map { .string($0) },
      "passwordHash": password.map { .string($0.hash) },
      "salt": password?.salt.map { .string($0) },
      "passwordUpdatedAt": passwordUpdatedAt.map { .integer($0) },
      "validSince": .digits(validSince),
      "disabled": isDisabled ? TreeLiteral?.some(true) : .none,
      "customAuth": hasCustomToken ? TreeLiteral?.some(true) : .none,
      "customAttributes": customAttributes.map { .string($0) },
      "providerUserInfo": .nonEmpty(providers),
      "createdAt": .digits(createdAt), "lastLoginAt": lastLoginAt.map { .digits($0) },
      "lastRefreshAt": lastRefreshAt.map { time in
        .string(DocumentTimestamp(milliseconds: time).text(fractionDigits: 3))
      },
    ])
  }

  private var providerJSON: [TreeLiteral] {
    var list = providers.map(\.json)
    if let phoneNumber {
      list.append([
        "providerId": "phone", "phoneNumber": .string(phoneNumber), "rawId": .string(phoneNumber),
      ])
    }
    if let email, password != nil {
      list.append(
        .object([
          "providerId": "password", "email": .string(email), "federatedId": .string(email),
          "rawId": .string(email), "displayName": displayName.map { .string($0) },
          "photoUrl": photoURL.map { .string($0) },
        ])
      )
    }
    return list
  }
}

extension Account.Provider {
  fileprivate var json: TreeLiteral {
    .object([
      "providerId": .string(providerID), "rawId": .string(rawID), "federatedId": .string(rawID),
      "email": email.map { .string($0) }, "displayName": displayName.map { .string($0) },
      "photoUrl": photoURL.map { .string($0) },
    ])
  }

  /// Reads an identity; nil for those that accounts hold by themselves.
  init?(_ json: ProtocolJSON) throws(GoogleFailure) {
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
}
