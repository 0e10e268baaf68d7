/// A page of the objects and folders directly below a storage reference.
///
/// ```swift
/// let page = try await folder.list(maxResults: 100)
/// if let token = page.pageToken {
///   _ = try await folder.list(maxResults: 100, pageToken: token)
/// }
/// ```
public struct StorageListResult: Sendable, Hashable {
  /// The objects, in byte order of their names.
  public let items: [StorageReference]
  /// The folders: paths that have objects below them.
  public let prefixes: [StorageReference]
  /// The token for the next page, or nil on the last page.
  public let pageToken: String?
}
