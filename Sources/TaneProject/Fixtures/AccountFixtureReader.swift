import SystemPackage
import TaneCore
import TaneFormats

/// A reader of the `accounts.yaml` files of fixture sets, which contain accounts by user ID and the
/// parameters of password hashes.
struct AccountFixtureReader: FixtureReader {
  let source: FixtureSource

  private static let root = Address(service: Address.accounts, path: .root)

  private var layers: [Tree] = []
  /// The parameters for the accounts' password hashes, by user ID.
  private var hashes: [String: HashParametersReader.Outcome] = [:]
  private var setsWithHashParameters: Set<String> = []
  var diagnostics: [Diagnostic] = []
  var fileCount = 0

  init(source: FixtureSource) { self.source = source }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    guard var tree = tree(of: entry, as: .yaml, at: Self.root), !tree.isNull else { return }
    let outcome = HashParametersReader.outcome(of: &tree, besides: diagnostics)
    diagnostics += outcome?.findings ?? []
    if outcome?.parameters != nil { setsWithHashParameters.insert(set) }
    for account in tree.children where account["passwordHash"]?.isNull == false {
      hashes[account.key ?? ""] = outcome
    }
    let problems = Self.problems(with: tree)
    diagnostics += problems
    if problems.isEmpty { layers.append(tree) }
  }

  mutating func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures] {
    guard !layers.isEmpty else { return [] }
    let merged = LayeredAccounts.merged(layers, hasLayerTags: source.evaluator.hasLayerTags)
    let layeredFixtures = LayeredAccounts(references.resolved(merged.tree), hashes)
    diagnostics += merged.findings + layeredFixtures.findings
    let secrets = layeredFixtures.accounts.compactMap { account in
      account.password.map {
        (
          Address(
            account: account.resource.address.accountID,
            below: TreePath([AccountFields.password])
          ), $0
        )
      }
    }
    return [
      ServiceFixtures(
        .accounts,
        ServiceKind.accounts.id,
        layeredFixtures.accounts.map(\.resource),
        secrets: Dictionary(secrets) { $1 },
        setsWithHashParameters: setsWithHashParameters
      )
    ]
  }

  func addTargets(to targets: inout FixtureReferences.Targets) {
    if !layers.isEmpty {
      let merged = LayeredAccounts.merged(layers, hasLayerTags: source.evaluator.hasLayerTags)
      targets.trees[ServiceKind.accounts.id] = merged.tree
    }
  }

  private static func problems(with tree: Tree) -> [Diagnostic] {
    guard tree.kind == .map else {
      return [
        .error(
          .wrongType,
          "expected a map from users' identifiers to their accounts, found \(tree.kind.withArticle)",
          at: tree.position
        )
      ]
    }
    return tree.children.compactMap { account in
      guard account.kind != .map, !account.isNull else { return nil }
      return .error(
        .wrongType,
        "expected a map of the account's fields, found \(account.kind.withArticle)",
        at: account.position,
        address: Address(account: account.key ?? "")
      )
    }
  }
}
