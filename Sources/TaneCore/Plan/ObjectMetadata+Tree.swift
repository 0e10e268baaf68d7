extension ObjectMetadata {
  /// The metadata in the format of `*.meta.yaml`, without unset members.
  package var tree: Tree {
    var entries: [(String, TreeLiteral)] = [("contentType", .string(contentType))]
    for (key, text) in headers { if let text { entries.append((key, .string(text))) } }
    if !custom.isEmpty {
      let custom = custom.sorted { $0.key < $1.key }
      entries.append(("metadata", .map(custom.map { ($0.key, .string($0.value)) })))
    }
    return Tree(.map(entries))
  }

  private var headers: [(String, String?)] {
    [
      ("cacheControl", cacheControl), ("contentDisposition", contentDisposition),
      ("contentEncoding", contentEncoding), ("contentLanguage", contentLanguage),
    ]
  }

  /// Creates metadata from a tree in the format of `tree`.
  package init(_ tree: Tree) {
    self.init(
      contentType: tree["contentType"]?.string ?? "application/octet-stream",
      cacheControl: tree["cacheControl"]?.string,
      contentDisposition: tree["contentDisposition"]?.string,
      contentEncoding: tree["contentEncoding"]?.string,
      contentLanguage: tree["contentLanguage"]?.string,
      custom: Dictionary(
        (tree["metadata"] ?? .null).children.map { ($0.key ?? "", $0.string ?? "") },
        uniquingKeysWith: { $1 }
      )
    )
  }
}
