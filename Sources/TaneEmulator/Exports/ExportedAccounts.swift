import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneServices

/// Support for accounts in a file written by `firebase auth:export`.
struct ExportedAccounts: ExportedKind {
  let kind = ServiceKind.accounts

  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportLikelihood {
    let isAccounts = tree?["users"]?.children.first?["localId"] != nil
    return fileExtension == "csv" || isAccounts ? .certain : .impossible
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    let accounts = try read(export)
    let imported = try export.emptySource()
    guard let emulated = imported.services[kind] else {
      preconditionFailure("accounts are emulated")
    }
    var source = PullSource(imported.stores.readers)
    source.left = try await AccountEmulation.upload(accounts.users, to: emulated).map { refused in
      let id = accounts.users[refused.index]["localId"]?.string ?? "\(refused.index)"
      return FixtureUpdate.SkippedValue(address: Address(account: id), reason: refused.reason)
    }
    source.notes = accounts.notes
    source.passwordHashes = accounts.passwordHashes
    return source
  }

  private func read(_ export: PullExport) throws -> AccountExport {
    guard export.path.extension?.lowercased() == "csv" else {
      let result = try export.tree()
      guard let tree = result.tree, !result.diagnostics.containsError else {
        throw OperationFailure(
          .failed,
          "\(export.name) cannot be used; nothing was written",
          findings: result.diagnostics
        )
      }
      return try AccountExport(tree, named: export.name)
    }
    return try AccountExport(csv: try DiskFiles().bytes(of: export.path) ?? [], named: export.name)
  }

  func postprocess(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
  {
    guard let folder = try ExportMetadata(of: files).folder(of: kind.firebaseName) else {
      return []
    }
    let users = try files.list("users", in: folder.appending("accounts.json"))
    let accounts = AccountExport(users: users)
    return accounts.notes(
      accounts.passwordHashes.count,
      "password hash",
      "password hashes",
      "add passwords to the fixtures of accounts that must sign in"
    ) + accounts.notes
  }
}

/// The accounts of a file written by `firebase auth:export`.
struct AccountExport {
  /// The account members that are imported.
  private static let keys: Set<String> = [
    "localId", "email", "emailVerified", "displayName", "photoUrl", "phoneNumber", "disabled",
    "customAttributes", "providerUserInfo", "passwordHash", "salt",
  ]

  /// The accounts in the service's format.
  let users: [Tree]
  /// The `passwordHash` and `salt` fields for fixtures, keyed by account address.
  let passwordHashes: [Address: Tree]
  /// Notes on data that fixtures cannot contain.
  private(set) var notes: [String] = []

  /// Reads accounts from a JSON value; throws an `OperationFailure` if it has no list of users.
  init(_ tree: Tree, named name: String) throws {
    guard let list = tree["users"], list.kind == .list else {
      throw OperationFailure(
        .failed,
        "\(name) cannot be used: expected the format of firebase auth:export, a map with a "
          + "\"users\" list"
      )
    }
    self.init(users: Array(list.children))
  }

  /// Reads accounts from CSV; throws an `OperationFailure` if a line does not describe an account.
  init(csv bytes: [UInt8], named name: String) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationFailure(.failed, "\(name) cannot be used: it is not UTF-8")
    }
    self.init(
      users: try AccountLines(text).rows.map { row in
        guard let user = AccountLines.user(of: row.values) else {
          throw OperationFailure(
            .failed,
            "\(name):\(row.line) is not an account in the format of firebase auth:export: expected "
              + "\(AccountLines.columnCount) values, of which the 3rd and 27th are true or false; "
              + "nothing was written"
          )
        }
        return user
      }
    )
  }

  /// Reads accounts in the service's format.
  init(users: [Tree]) {
    self.users = users.map { user in
      let entries = user.children.filter { Self.keys.contains($0.key ?? "") && !$0.isNull }
      return Tree(.map(entries.map { ($0.key ?? "", .tree($0)) }))
    }
    let hashes = self.users.compactMap { user -> (Address, Tree)? in
      guard user["passwordHash"]?.string?.isEmpty == false, let id = user["localId"]?.string
      else { return nil }
      let fields = ["passwordHash", "salt"].compactMap { key in
        user[key]?.string.flatMap { $0.isEmpty ? nil : (key, TreeLiteral.string($0)) }
      }
      return (Address(account: id), Tree(.map(fields)))
    }
    passwordHashes = Dictionary(hashes) { $1 }
    notes = notes(
      users.count { $0["mfaInfo"]?.isNull == false && $0["mfaInfo"]?.string != "" },
      "account with second factors",
      "accounts with second factors",
      "enroll them manually"
    )
  }

  fileprivate func notes(
    _ count: Int,
    _ one: String,
    _ many: String,
    _ advice: String
  ) -> [String] {
    guard count > 0 else { return [] }
    return [
      "skipped \(count.grouped) \(count == 1 ? one : many), which fixtures do not support; "
        + "\(advice)"
    ]
  }
}

/// The lines of a CSV file written by `firebase auth:export`, which has no header.
///
/// See <https://firebase.google.com/docs/cli/auth#file_format>.
struct AccountLines {
  /// The number of columns, including the custom claims.
  static let columnCount = 28
  /// The index of each provider's first column; each provider has four columns.
  private static let providers = [
    "google.com": 7, "facebook.com": 11, "twitter.com": 15, "github.com": 19,
  ]
  /// The column index of each text member.
  private static let texts = [
    "localId": 0, "email": 1, "passwordHash": 3, "salt": 4, "displayName": 5, "photoUrl": 6,
    "phoneNumber": 25, "customAttributes": 27,
  ]
  private static let flags = ["emailVerified": 2, "disabled": 26]

  /// The values of each nonempty line, with its line number.
  private(set) var rows: [(line: Int, values: [String])] = []

  init(_ text: String) {
    var (line, lineCount) = (1, 1)
    var (values, value, isQuoted) = ([String](), "", false)
    var rest = text[...]
    func end(_ rows: inout [(line: Int, values: [String])]) {
      let all = values + [value]
      if all != [""] { rows.append((line, all)) }
      (values, value) = ([], "")
    }
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted:
        // The Firebase CLI does not double all quotes: a quote ends the value only before a
        // separator.
        if rest.first == "\"" {
          value.append(rest.removeFirst())
        } else if rest.first.map({ $0 == "," || $0.isNewline }) ?? true {
          isQuoted = false
        } else {
          value.append(character)
        }
      case "\"" where value.isEmpty: isQuoted = true
      case "," where !isQuoted:
        values.append(value)
        value = ""
      case _ where character.isNewline:
        lineCount += 1
        guard !isQuoted else {
          value.append(character)
          break
        }
        end(&rows)
        line = lineCount
      default: value.append(character)
      }
    }
    end(&rows)
  }

  /// Returns the account of a line, or nil if its values do not describe an account.
  static func user(of values: [String]) -> Tree? {
    // Each line ends with a comma, and old files have no claims.
    guard (columnCount - 1...columnCount + 1).contains(values.count), !values[0].isEmpty,
      values.count <= columnCount || values[columnCount].isEmpty,
      flags.values.allSatisfy({ ["", "true", "false"].contains(values[$0]) })
    else { return nil }
    func text(_ index: Int) -> String? {
      index < values.count && !values[index].isEmpty ? values[index] : nil
    }
    var entries: [(String, TreeLiteral)] = []
    for (key, index) in texts.sorted(by: { $0.value < $1.value }) {
      if let text = text(index) { entries.append((key, .string(text))) }
    }
    for (key, index) in flags where text(index) == "true" { entries.append((key, true)) }
    let identities = providers.sorted { $0.value < $1.value }.compactMap {
      id,
      index -> TreeLiteral? in
      text(index).map { rawID in
        .object([
          "providerId": .string(id), "rawId": .string(rawID),
          "email": text(index + 1).map { .string($0) },
          "displayName": text(index + 2).map { .string($0) },
          "photoUrl": text(index + 3).map { .string($0) },
        ])
      }
    }
    if !identities.isEmpty { entries.append(("providerUserInfo", .list(identities))) }
    return Tree(.map(entries))
  }
}
