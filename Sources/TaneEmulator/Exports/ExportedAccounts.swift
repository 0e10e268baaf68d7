import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneSeeding

/// Accounts in a file written by `firebase auth:export`.
struct ExportedAccounts: ExportedKind {
  let kind = ServiceKind.accounts

  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportClaim {
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
      return FixtureUpdate.Left(address: Address(account: id), reason: refused.reason)
    }
    source.notes = accounts.notes
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

  func complete(_ stores: EnvironmentStores, from files: ExportFiles, for export: PullExport)
    async throws -> [String]
  {
    guard let folder = try ExportMetadata(of: files).folder(of: kind.firebaseName) else {
      return []
    }
    let users = try files.list("users", in: folder.appending("accounts.json"))
    return AccountExport(users: users).notes
  }
}
