import TaneCore
import TaneFormats

/// A reader of one account in `accounts.yaml` that reports values that Firebase would reject.
struct AccountEntryReader {
  private static let keys = [
    "email", "emailVerified", "displayName", "photoURL", "phoneNumber", "password", "passwordHash",
    "salt", "disabled", "claims", "providers",
  ]
  private static let providerKeys = ["rawID", "email", "displayName", "photoURL"]
  /// The names of claims that are reserved for tokens.
  ///
  /// See <https://firebase.google.com/docs/auth/admin/create-custom-tokens>.
  private static let reservedClaims: Set<String> = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]
  /// The fields from which Firebase derives identities of an account.
  private static let fieldsOfProviders = ["phone": "phoneNumber", "password": "password"]
  private static let maximumIdentifierLength = 128
  private static let minimumPasswordLength = 6
  private static let maximumClaimsLength = 1000

  let localID: String
  let hash: HashParametersReader.Outcome?
  private(set) var findings: [Diagnostic] = []

  /// Returns the account that a map describes, or nil if the account's ID is invalid.
  mutating func read(_ tree: Tree) -> DesiredAccount? {
    guard (1...Self.maximumIdentifierLength).contains(localID.utf16.count) else {
      report(
        .invalidValue,
        "a user's identifier must have 1 to \(Self.maximumIdentifierLength) characters; this one has"
          + " \(localID.utf16.count)",
        at: tree.keyPosition
      )
      return nil
    }
    findings += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    checkEmail(tree["email"])
    for key in ["emailVerified", "disabled"] { checkFlag(tree[key], key) }
    for key in ["displayName", "photoURL"] { checkNotEmpty(tree[key], key, key) }
    if tree["emailVerified"]?.bool == true, tree["email"].map(\.isNull) ?? true {
      report(
        .missingValue,
        "\"emailVerified\" has no effect without \"email\"; add the address, or remove it",
        at: tree["emailVerified"]?.position,
        "emailVerified"
      )
    }
    checkPhoneNumber(tree["phoneNumber"])
    checkClaims(tree["claims"])
    checkProviders(tree["providers"])
    let hash = passwordHash(of: tree)
    return DesiredAccount(
      resource: DesiredResource(
        Address(account: localID),
        Self.content(of: tree),
        at: tree.keyPosition ?? SourcePosition(file: tree.fileName ?? "")
      ),
      password: password(tree["password"]) ?? hash
    )
  }

  /// Returns the content of an account, with a placeholder for the password.
  private static func content(of tree: Tree) -> Tree {
    var builder = TreeBuilder()
    builder.setPosition(of: tree)
    builder.beginMap()
    let other = tree["password"]?.hasContent == true ? "passwordHash" : "salt"
    for child in tree.children where child.hasContent && ![other, "salt"].contains(child.key) {
      builder.setKey(of: child)
      switch (child.key, child.string) {
      // The service stores email addresses in lowercase.
      case ("email", let text?):
        builder.setPosition(of: child)
        builder.append(text.lowercased())
      case ("password", _):
        builder.setPosition(of: child)
        builder.append(Secret.placeholder)
      // Accounts in an environment contain `password`, even if it was set from a hash.
      case ("passwordHash", _):
        builder.setKey("password")
        builder.setPosition(of: child)
        builder.append(Secret.placeholder)
      default: builder.append(child)
      }
    }
    builder.endContainer()
    return builder.finish()
  }

  // MARK: Fields

  private mutating func checkEmail(_ tree: Tree?) {
    guard let text = text(tree, "email"), !Self.isEmail(text) else { return }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a valid email address; expected a name, @ and a host, such as"
        + " mika@example.com",
      at: tree?.position,
      "email"
    )
  }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 256,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  private mutating func checkPhoneNumber(_ tree: Tree?) {
    guard let text = text(tree, "phoneNumber"), !Self.isPhoneNumber(text) else { return }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a valid phone number; expected + and up to 15 digits, "
        + "such as +81312345678",
      at: tree?.position,
      "phoneNumber"
    )
  }

  private static func isPhoneNumber(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "+") && (1...15).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Reads the password; findings reveal at most its length.
  private mutating func password(_ tree: Tree?) -> Secret? {
    guard let text = text(tree, "password") else { return nil }
    guard text.count >= Self.minimumPasswordLength else {
      report(
        .invalidValue,
        "this password has \(counted(text.count, "character")); Firebase requires at least "
          + "\(Self.minimumPasswordLength)",
        at: tree?.position,
        "password"
      )
      return nil
    }
    return Secret(text)
  }

  /// Reads the password hash and its salt; findings reveal neither.
  private mutating func passwordHash(of tree: Tree) -> Secret? {
    let isBcrypt = hash?.parameters?.algorithm == .bcrypt
    let salt = base64(tree["salt"], "salt")
    guard let node = tree["passwordHash"], !node.isNull else {
      guard let salt = tree["salt"], !salt.isNull else { return nil }
      report(
        .missingValue,
        "\"salt\" has no effect without \"passwordHash\"; add the hash, or remove the salt",
        at: salt.keyPosition,
        "salt"
      )
      return nil
    }
    if let password = tree["password"], !password.isNull {
      report(
        .invalidValue,
        "\"passwordHash\" and \"password\" cannot be combined; remove one of them, or set it to "
          + "null",
        at: node.keyPosition,
        "passwordHash"
      )
      return nil
    }
    guard let hash else {
      report(
        .missingValue,
        "this file has no \"hash\" block with the algorithm of \"passwordHash\"; add one, such as "
          + "hash: { algorithm: BCRYPT }",
        at: node.keyPosition,
        "passwordHash"
      )
      return nil
    }
    let text = base64(node, "passwordHash", acceptingBcrypt: isBcrypt)
    guard let text, !text.isEmpty, let parameters = hash.parameters else { return nil }
    return Secret(AccountPassword(hash: text, salt: salt, parameters: parameters))
  }

  /// Reads Base64 text, and returns it in the URL-safe alphabet.
  private mutating func base64(
    _ tree: Tree?,
    _ key: String,
    acceptingBcrypt: Bool = false
  ) -> String? {
    guard let text = text(tree, key) else { return nil }
    // Other systems store bcrypt hashes as text with dollar signs, which are not Base64 digits.
    if acceptingBcrypt, text.hasPrefix("$2") { return Base64.urlText(of: text.utf8) }
    guard let bytes = Base64.bytes(of: text), !bytes.isEmpty else {
      report(
        .invalidValue,
        "\"\(key)\" is not Base64; write its bytes in Base64, as firebase auth:export does",
        at: tree?.position,
        key
      )
      return nil
    }
    return Base64.urlText(of: bytes)
  }

  private mutating func checkClaims(_ tree: Tree?) {
    guard let tree = map(tree, "claims", "a map of claims"), !tree.children.isEmpty else { return }
    for claim in tree.children where Self.reservedClaims.contains(claim.key ?? "") {
      report(
        .invalidValue,
        "the claim \"\(claim.key ?? "")\" is reserved for Firebase's tokens; rename it",
        at: claim.keyPosition,
        "claims",
        claim.key ?? ""
      )
    }
    do {
      let text = try JSONWriter(.compact, keyOrder: .key).write(tree)
      if text.utf8.count > Self.maximumClaimsLength {
        report(
          .invalidValue,
          "these claims take up \(text.utf8.count.grouped) bytes as JSON; Firebase allows up to "
            + "\(Self.maximumClaimsLength.grouped)",
          at: tree.position,
          "claims"
        )
      }
    } catch {
      let cause = error as? JSONWriter.UnrepresentableNodeError
      report(
        .invalidValue,
        "claims are stored as JSON, which does not support \(cause?.found ?? "them")",
        at: cause?.position ?? tree.position,
        "claims"
      )
    }
  }

  private mutating func checkProviders(_ tree: Tree?) {
    let expected = "a map from providers, such as google.com, to identities"
    guard let tree = map(tree, "providers", expected) else { return }
    for child in tree.children {
      let id = child.key ?? ""
      let setting = "providers.\(id)"
      let expected = "a map that describes an identity"
      guard !child.isNull, let child = map(child, setting, expected) else { continue }
      findings += Diagnostic.unknownKeys(in: child, known: Self.providerKeys, of: setting)
      if let field = Self.fieldsOfProviders[id] {
        report(
          .invalidValue,
          "the provider \"\(id)\" is set by the account's \"\(field)\"; write that instead",
          at: child.keyPosition,
          "providers",
          id
        )
      }
      if child["rawID"].map(\.isNull) ?? true {
        report(
          .missingValue,
          "\"\(setting.escapingControls)\" has no rawID, the user's identifier at the provider",
          at: child.keyPosition,
          "providers",
          id
        )
      }
      for key in Self.providerKeys {
        checkNotEmpty(child[key], "\(setting).\(key)", "providers", id, key)
      }
    }
  }

  // MARK: Kinds

  private mutating func text(_ tree: Tree?, _ setting: String) -> String? {
    guard let tree, !tree.isNull else { return nil }
    guard tree.tag == .none, let text = tree.string else {
      findings.append(.wrongType(of: setting, expected: "a string", found: tree))
      return nil
    }
    return text
  }

  /// Reports a text that is not a string or that is empty, since Firebase stores no empty fields.
  private mutating func checkNotEmpty(_ tree: Tree?, _ setting: String, _ keys: String...) {
    guard let text = text(tree, setting), text.isEmpty else { return }
    findings.append(
      .error(
        .invalidValue,
        "\"\(setting.escapingControls)\" is empty, and Firebase does not store empty fields; "
          + "remove it, or set it to null",
        at: tree?.position,
        address: Address(account: localID, below: TreePath(keys))
      )
    )
  }

  private mutating func checkFlag(_ tree: Tree?, _ setting: String) {
    guard let tree, !tree.isNull, tree.bool == nil else { return }
    findings.append(.wrongType(of: setting, expected: "true or false", found: tree))
  }

  private mutating func map(_ tree: Tree?, _ setting: String, _ expected: String) -> Tree? {
    guard let tree, !tree.isNull else { return nil }
    guard tree.kind == .map, tree.tag == .none else {
      findings.append(.wrongType(of: setting, expected: expected, found: tree))
      return nil
    }
    return tree
  }

  private mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?,
    _ keys: String...
  ) {
    let address = Address(account: localID, below: TreePath(keys))
    findings.append(.error(code, message, at: position, address: address))
  }
}

extension Tree {
  /// A Boolean value indicating whether a field of an account is set; null and an empty map count
  /// as unset.
  fileprivate var hasContent: Bool { !isNull && (kind != .map || !children.isEmpty) }
}
