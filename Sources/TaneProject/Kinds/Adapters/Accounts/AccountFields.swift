package import TaneCore
import TaneFormats

/// A converter between accounts and their trees in `accounts.yaml`.
package enum AccountFields {
  static let password = "password"

  /// Returns an account's tree without false flags; a password is replaced with `<redacted>`.
  package static func tree(of account: Account) -> Tree {
    var entries: [(String, TreeLiteral)] = []
    func add(_ key: String, _ text: String?) {
      if let text { entries.append((key, .string(text))) }
    }
    func add(_ key: String, _ flag: Bool) {
      if flag { entries.append((key, true)) }
    }
    add("email", account.email)
    add("emailVerified", account.isEmailVerified)
    add("displayName", account.displayName)
    add("photoURL", account.photoURL)
    add("phoneNumber", account.phoneNumber)
    add("disabled", account.isDisabled)
    add(password, account.password.map { _ in Redaction.placeholder })
    if let claims = claims(account.customAttributes) { entries.append(("claims", .tree(claims))) }
    if !account.providers.isEmpty {
      let providers = account.providers.map { ($0.providerID, literal($0)) }
      entries.append(("providers", .map(providers)))
    }
    return Tree(.map(entries))
  }

  /// Returns the tree of an account to display next to the other side of a comparison.
  ///
  /// The result contains every flag of the other side. It contains the password only if the other
  /// side has one or is absent, since removing an account removes its password too.
  static func shown(_ account: Tree, beside other: Tree) -> Tree {
    guard account.kind == .map else { return account }
    let flags = flags.filter { account[$0] == nil && other[$0] != nil }
    let shown =
      other[password] == nil && !other.isNull ? account.removing([password]) : account
    guard !flags.isEmpty else { return shown }
    return Tree(.map(shown.children.map { ($0.key ?? "", .tree($0)) } + flags.map { ($0, false) }))
  }

  /// The keys of Boolean fields, which are false if they are absent.
  package static let flags = ["disabled", "emailVerified"]

  /// The default values of absent fields.
  static let defaults: [String: Tree] = [
    "emailVerified": Tree(false), "disabled": Tree(false), "claims": Tree(.map([])),
  ]

  /// Returns the email address and phone number in lowercase; each must be unique among accounts.
  static func uniqueValues(of account: Tree) -> [String] {
    ["email", "phoneNumber"].compactMap { account[$0]?.string?.lowercased() }
  }

  /// The keys of all fields.
  static let keys = [
    "email", "emailVerified", "displayName", "photoURL", "phoneNumber", "disabled", password,
    "claims", "providers",
  ]

  /// Sets a field of an account, other than the password, to its value in a tree.
  static func set(_ key: String, of account: inout Account, from tree: Tree) {
    let field = tree[key]
    switch key {
    case "email": account.email = field?.string
    case "emailVerified": account.isEmailVerified = field?.bool ?? false
    case "displayName": account.displayName = field?.string
    case "photoURL": account.photoURL = field?.string
    case "phoneNumber": account.phoneNumber = field?.string
    case "disabled": account.isDisabled = field?.bool ?? false
    case "claims": account.customAttributes = field.flatMap(text(ofClaims:))
    case "providers": account.providers = (field?.children).map { $0.compactMap(provider) } ?? []
    default: break
    }
  }

  // MARK: Claims

  /// Returns custom claims as a map, or as a string if they are not a JSON object, or nil if there
  /// are no claims.
  private static func claims(_ text: String?) -> Tree? {
    guard let text else { return nil }
    let tree = TreeParser.parse(Array(text.utf8), named: "claims", as: .json).tree
    guard let tree, tree.kind == .map else { return Tree(.string(text)) }
    guard !tree.children.isEmpty else { return nil }
    // The positions of parsed claims do not refer to a file.
    return tree.withoutPositions
  }

  private static func text(ofClaims tree: Tree) -> String? {
    if let text = tree.string { return text }
    return tree.children.isEmpty ? nil : try? JSONWriter(.compact, keyOrder: .key).write(tree)
  }

  // MARK: Providers

  private static func literal(_ provider: Account.Provider) -> TreeLiteral {
    let texts = [
      ("rawID", provider.rawID), ("email", provider.email),
      ("displayName", provider.displayName), ("photoURL", provider.photoURL),
    ]
    return .map(texts.compactMap { key, text in text.map { (key, .string($0)) } })
  }

  private static func provider(_ tree: Tree) -> Account.Provider? {
    guard let id = tree.key, let rawID = tree["rawID"]?.string else { return nil }
    return Account.Provider(
      providerID: id,
      rawID: rawID,
      email: tree["email"]?.string,
      displayName: tree["displayName"]?.string,
      photoURL: tree["photoURL"]?.string
    )
  }
}

extension Tree {
  /// A copy of the tree without positions.
  fileprivate var withoutPositions: Tree { Tree(literal) }

  private var literal: TreeLiteral {
    switch kind {
    case .map: .map(children.map { ($0.key ?? "", $0.literal) })
    case .list: .list(children.map(\.literal))
    default:
      bool.map { .bool($0) } ?? integer.map { .integer($0) } ?? double.map { .double($0) }
        ?? decimal.map { .decimal($0) } ?? string.map { .string($0) } ?? .null
    }
  }
}
