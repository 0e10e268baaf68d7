import TaneCore
import TaneProject

/// A reader for accounts that omits password hashes.
struct StudioAccountReader: StudioReader {
  let kind = ServiceKind.accounts
  let title = "Authentication"

  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing? {
    let accounts = try readers.reader(.accounts, named: address.service)
    guard let id = address.path.components.first else {
      let size = StudioReaders.pageSize
      let found = try await accounts.accounts(after: cursor, limit: size + 1)
      let rows = found.prefix(size).map { account in
        StudioListing.Row(
          key: account.localID,
          address: address.appending(account.localID),
          content: .branch("account")
        )
      }
      return StudioListing(rows: rows, next: found.count > size ? rows.last?.key : nil)
    }
    guard let account = try await accounts.account(id: id) else { return nil }
    let field = TreePath(Array(address.path.components.dropFirst()))
    return AccountFields.tree(of: account)[field].map { StudioListing(of: $0, at: address) }
  }
}
