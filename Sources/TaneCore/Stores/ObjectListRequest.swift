/// A request for a page of a bucket's objects.
public struct ObjectListRequest: Sendable, Hashable {
  /// The prefix of the names; empty for all objects.
  package var prefix: String
  /// The separator of folders, usually `/`; nil lists every object below the prefix.
  package var delimiter: String?
  /// The `nextPageToken` of the previous page; nil for the first page.
  package var pageToken: String?
  /// The maximum number of objects and prefixes on a page: 1 to 1,000.
  package var maximumResults: Int
  /// The inclusive lower bound of names, if any.
  package var startOffset: String?
  /// The exclusive upper bound of names, if any.
  package var endOffset: String?

  package init(
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
  package let objects: [StoredObject]
  /// The distinct prefixes of deeper objects, up to and including the delimiter.
  package let prefixes: [String]
  /// The token of the next page, or nil for the last page.
  package let nextPageToken: String?

  package init(objects: [StoredObject], prefixes: [String] = [], nextPageToken: String? = nil) {
    self.objects = objects
    self.prefixes = prefixes
    self.nextPageToken = nextPageToken
  }
}
