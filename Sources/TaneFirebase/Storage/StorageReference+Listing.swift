import TaneCore

extension StorageReference {
  /// The maximum number of results on a page.
  private static let maximumPageSize: Int64 = 1000

  /// Lists the first page of objects and folders directly below this reference; `maxResults` must
  /// be from 1 to 1,000.
  ///
  /// ```swift
  /// let page = try await folder.list(maxResults: 100)
  /// ```
  public func list(maxResults: Int64) async throws -> StorageListResult {
    try await page(maxResults, after: nil)
  }

  /// Lists the page of objects and folders that a token from the previous page identifies.
  ///
  /// ```swift
  /// let next = try await folder.list(maxResults: 100, pageToken: token)
  /// ```
  public func list(maxResults: Int64, pageToken: String) async throws -> StorageListResult {
    try await page(maxResults, after: pageToken)
  }

  /// Lists all objects and folders directly below this reference, page by page.
  ///
  /// ```swift
  /// let names = try await folder.listAll().items.map(\.name)
  /// ```
  public func listAll() async throws -> StorageListResult {
    var items: [StorageReference] = []
    var prefixes: [StorageReference] = []
    var token: String?
    repeat {
      let page = try await page(Self.maximumPageSize, after: token)
      items += page.items
      prefixes += page.prefixes
      token = page.pageToken
    } while token != nil
    return StorageListResult(items: items, prefixes: prefixes, pageToken: nil)
  }

  private func page(_ count: Int64, after token: String?) async throws -> StorageListResult {
    guard (1...Self.maximumPageSize).contains(count) else {
      let message = "maxResults is \(count); a page has 1 to \(Self.maximumPageSize) results"
      throw StorageError.invalidArgument(message: message)
    }
    let request = ObjectListRequest(
      prefix: components.isEmpty ? "" : fullPath + "/",
      delimiter: "/",
      pageToken: token,
      maximumResults: Int(count)
    )
    return try await performing { result(try await $0.reader.list(request)) }
  }

  private func result(_ page: ObjectListPage) -> StorageListResult {
    StorageListResult(
      items: page.objects.compactMap { reference(named: $0.name) },
      // The name of a folder ends with the delimiter, unlike the name of a reference.
      prefixes: page.prefixes.compactMap { reference(named: String($0.dropLast())) },
      pageToken: page.nextPageToken
    )
  }

  /// Returns the reference for a name, or nil if the name has empty path segments, which references
  /// cannot represent; the service omits such names as well.
  private func reference(named name: String) -> StorageReference? {
    let reference = root().child(name)
    return reference.fullPath == name && !name.isEmpty ? reference : nil
  }
}
