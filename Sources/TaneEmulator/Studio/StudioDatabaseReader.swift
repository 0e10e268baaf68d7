import TaneCore
import TaneProject

/// A reader for Realtime Databases that fetches only the rows of one page.
struct StudioDatabaseReader: StudioReader {
  /// The maximum number of concurrent requests for the rows of a page.
  private static let maximumConcurrentRows = 16

  let kind = ServiceKind.databases
  let title = "Realtime Database"

  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing? {
    let database = try readers.reader(.databases, named: address.service)
    let size = StudioReaders.pageSize
    let keys = try await database.page(of: address.path, after: cursor, limit: size + 1)
    if keys.isEmpty, cursor != nil { return StudioListing() }
    guard !keys.isEmpty else {
      let value = try await database.tree(at: address.path)
      return value.isNull ? nil : StudioListing(of: value, at: address)
    }
    let rows = try await keys.prefix(size).concurrentMap(atOnce: Self.maximumConcurrentRows) {
      key in
      try await row(key, at: address.appending(key), in: database)
    }
    return StudioListing(
      rows: rows.compactMap(\.self),
      next: keys.count > size ? keys[size - 1] : nil
    )
  }

  /// Returns the row of a child, or nil if the child has been removed since it was listed.
  private func row(
    _ key: String,
    at address: Address,
    in database: any TreeReader
  ) async throws -> StudioListing.Row? {
    let below = try await database.page(of: address.path, after: nil, limit: 1)
    guard below.isEmpty else {
      let content = StudioListing.Content.branch(below[0] == "0" ? "list" : "map")
      return StudioListing.Row(key: key, address: address, content: content)
    }
    let value = try await database.tree(at: address.path)
    return value.isNull
      ? nil : StudioListing.Row(key: key, address: address, content: .value(value))
  }
}
