import TaneCore

extension Account {
  /// Reads an account as Identity Toolkit describes it; nil where it has no identifier.
  ///
  /// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
  init?(identityToolkit json: Tree) {
    guard let id = json["localId"]?.string, !id.isEmpty else { return nil }
    self.init(localID: id, createdAt: json.count("createdAt") ?? 0)
    email = json.text("email")
    isEmailVerified = json["emailVerified"]?.bool ?? false
    displayName = json.text("displayName")
    photoURL = json.text("photoUrl")
    phoneNumber = json.text("phoneNumber")
    password = json.text("passwordHash").map {
      AccountPassword(hash: $0, salt: json.text("salt"))
    }
    isDisabled = json["disabled"]?.bool ?? false
    // The service writes no claims as an empty object.
    customAttributes = json.text("customAttributes").flatMap { $0 == "{}" ? nil : $0 }
    providers = json["providerUserInfo"]?.children.compactMap { Provider($0) } ?? []
    hasCustomToken = json["customAuth"]?.bool ?? false
    lastLoginAt = json.count("lastLoginAt")
    lastRefreshAt = json.text("lastRefreshAt").flatMap { DocumentTimestamp(parsing: $0) }
      .map { $0.flooredToMilliseconds.microseconds / 1000 }
    passwordUpdatedAt = json.count("passwordUpdatedAt")
    validSince = json.count("validSince") ?? validSince
  }

  /// The account as Identity Toolkit takes it, without its password.
  var identityToolkitFields: [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("localId", .string(localID)), ("email", email.map { .string($0) }),
      ("emailVerified", isEmailVerified ? .bool(true) : nil),
      ("displayName", displayName.map { .string($0) }),
      ("photoUrl", photoURL.map { .string($0) }),
      ("phoneNumber", phoneNumber.map { .string($0) }),
      ("disabled", isDisabled ? .bool(true) : nil),
      ("customAttributes", customAttributes.map { .string($0) }),
      ("providerUserInfo", providers.isEmpty ? nil : .list(providers.map(\.identityToolkitJSON))),
      ("customAuth", hasCustomToken ? .bool(true) : nil),
      ("createdAt", .digits(createdAt)), ("lastLoginAt", lastLoginAt.map { .digits($0) }),
      ("validSince", .digits(validSince)),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }

  /// What emulators take besides, which hold accounts as they are told.
  var emulatorFields: [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("passwordHash", password.map { .string($0.hash) }),
      ("salt", password?.salt.map { .string($0) }),
      ("passwordUpdatedAt", passwordUpdatedAt.map { .integer($0) }),
      (
        "lastRefreshAt",
        lastRefreshAt.map { time in
          .string(DocumentTimestamp(milliseconds: time).text(fractionDigits: 3))
        }
      ),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
  }
}

extension Account.Provider {
  /// Reads an identity; nil for those that an account holds by itself.
  fileprivate init?(_ json: Tree) {
    guard let id = json.text("providerId"), id != "password", id != "phone",
      let rawID = json.text("rawId") ?? json.text("federatedId")
    else { return nil }
    self.init(
      providerID: id,
      rawID: rawID,
      email: json.text("email"),
      displayName: json.text("displayName"),
      photoURL: json.text("photoUrl")
    )
  }

  /// The identity as Identity Toolkit takes it.
  var identityToolkitJSON: TreeLiteral {
    let optional: [(String, String?)] = [
      ("providerId", providerID), ("rawId", rawID), ("email", email),
      ("displayName", displayName), ("photoUrl", photoURL),
    ]
    return .map(optional.compactMap { name, value in value.map { (name, .string($0)) } })
  }
}

extension TreeLiteral {
  /// A 64-bit number, which the API writes as text.
  static func digits(_ number: Int64) -> TreeLiteral { .string(String(number)) }
}

extension Tree {
  /// A text; nil where there is none, or an empty one, which the API means by the same.
  fileprivate func text(_ name: String) -> String? {
    self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A whole number, which the API writes as text, and some as a floating-point number.
  fileprivate func count(_ name: String) -> Int64? {
    guard let value = self[name] else { return nil }
    return value.integer ?? value.double.flatMap { Int64(exactly: $0.rounded()) }
      ?? value.string.flatMap { Int64($0) }
  }
}
