/// Which objects of a bucket to list.
public struct ObjectListRequest: Sendable, Hashable {
  /// What names must begin with; empty for all.
  public var prefix: String
  /// What ends a name as a folder does, usually `/`; nil lists every object below the prefix.
  public var delimiter: String?
  /// Where an earlier page ended, as its `nextPageToken` says; nil for the first page.
  public var pageToken: String?
  /// The most objects and prefixes on a page: 1 to 1,000.
  public var maximumResults: Int
  /// The name that listed names must equal or come after, if any.
  public var startOffset: String?
  /// The name that listed names must come before, if any.
  public var endOffset: String?

  /// Creates a request.
  public init(
    prefix: String = "",
    delimiter: String? = nil,
    pageToken: String? = nil,
    maximumResults: Int = 1000,
    startOffset: String? = nil,
    endOffset: String? = nil
  ) {
    self.prefix = prefix
    self.delimiter = delimiter
    self.pageToken = pageToken
    self.maximumResults = maximumResults
    self.startOffset = startOffset
    self.endOffset = endOffset
  }
}

/// A page of a listing.
public struct ObjectListPage: Sendable, Hashable {
  /// The objects, in the byte order of their names.
  public let objects: [StoredObject]
  /// The names up to the delimiter of objects that lie deeper, each once, the delimiter included.
  public let prefixes: [String]
  /// The token of the next page, or nil where this is the last one.
  public let nextPageToken: String?

  /// Creates a page.
  public init(objects: [StoredObject], prefixes: [String] = [], nextPageToken: String? = nil) {
    self.objects = objects
    self.prefixes = prefixes
    self.nextPageToken = nextPageToken
  }
}
