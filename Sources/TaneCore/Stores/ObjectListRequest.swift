/// A request for one page of the objects in a bucket.
public struct ObjectListRequest: Sendable, Hashable {
  /// The prefix of the names, or an empty string for all objects.
  package var prefix: String
  /// The separator of folders, usually `/`, or nil to list every object with the prefix.
  package var delimiter: String?
  /// The `nextPageToken` of the previous page, or nil for the first page.
  package var pageToken: String?
  /// The maximum number of objects and prefixes on a page, from 1 to 1,000.
  package var maximumResults: Int
  /// The lower bound of the names, inclusive, if any.
  package var startOffset: String?
  /// The upper bound of the names, exclusive, if any.
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

/// A page of objects and prefixes.
public struct ObjectListPage: Sendable, Hashable {
  /// The objects, in the byte order of their names.
  package let objects: [StoredObject]
  /// The common prefixes of deeper objects, each ending with the delimiter.
  package let prefixes: [String]
  /// The token for the next page, or nil on the last page.
  package let nextPageToken: String?

  package init(objects: [StoredObject], prefixes: [String] = [], nextPageToken: String? = nil) {
    self.objects = objects
    self.prefixes = prefixes
    self.nextPageToken = nextPageToken
  }
}
