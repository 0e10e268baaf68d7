import TaneCore

/// A check for conflicts between imported and existing accounts, based on a lookup right before the
/// import.
///
/// IDs, addresses and numbers are compared byte by byte, as in the service.
struct AccountImportCheck {
  private var accounts: [[UInt8]: Account] = [:]
  private var emails: [[UInt8]: [UInt8]] = [:]
  private var numbers: [[UInt8]: [UInt8]] = [:]

  /// Creates a check from the existing accounts.
  init(_ found: [Account]) {
    for account in found { insert(account) }
  }

  /// Returns the IDs, email addresses and phone numbers to look up before an import.
  static func keys(of imports: [AccountImport]) -> [AccountKey] {
    imports.flatMap { item -> [AccountKey] in
      let account = item.account
      return [.id(account.localID)] + (account.email.map { [.email($0)] } ?? [])
        + (account.phoneNumber.map { [.phoneNumber($0)] } ?? [])
    }
  }

  /// Returns the conflict that prevents an import, or records the account as stored and returns
  /// nil.
  mutating func add(_ item: AccountImport) -> AccountConflict? {
    let id = Array(item.account.localID.utf8)
    let current = accounts[id]
    if item.existing == nil, current != nil { return .identifierTaken }
    guard current == item.existing else { return .changed }
    if let owner = emails[Self.key(item.account.email)], owner != id { return .emailTaken }
    if let owner = numbers[Self.key(item.account.phoneNumber)], owner != id {
      return .phoneNumberTaken
    }
    if let current { remove(current) }
    insert(item.account)
    return nil
  }

  private mutating func insert(_ account: Account) {
    let id = Array(account.localID.utf8)
    accounts[id] = account
    if account.email != nil { emails[Self.key(account.email)] = id }
    if account.phoneNumber != nil { numbers[Self.key(account.phoneNumber)] = id }
  }

  private mutating func remove(_ account: Account) {
    accounts[Array(account.localID.utf8)] = nil
    if account.email != nil { emails[Self.key(account.email)] = nil }
    if account.phoneNumber != nil { numbers[Self.key(account.phoneNumber)] = nil }
  }

  /// Returns the bytes of a string; for nil, returns an empty key, under which nothing is stored.
  private static func key(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }
}
