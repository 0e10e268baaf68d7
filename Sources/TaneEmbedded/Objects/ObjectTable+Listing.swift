import TaneCore

extension ObjectTable {
  /// Returns one page of a listing; the token for the next page is this page's last name or prefix.
  ///
  /// After a prefix, the next query skips all objects with that prefix, so the cost of a prefix
  /// does not depend on the number of its objects.
  func page(_ request: ObjectListRequest) throws -> ObjectListPage {
    let maximum = min(request.maximumResults, 1000)
    var objects: [StoredObject] = []
    var prefixes: [String] = []
    var token: String?
    var position = Self.start(of: request)
    while let object = try firstObject(from: position),
      !object.name.utf8.lexicographicallyPrecedes(position),
      object.name.utf8.starts(with: request.prefix.utf8),
      request.endOffset.map({ object.name.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true
    {
      guard objects.count + prefixes.count < maximum else {
        return ObjectListPage(objects: objects, prefixes: prefixes, nextPageToken: token)
      }
      if let prefix = Self.folder(of: object.name, request) {
        prefixes.append(prefix)
        position = Self.endOfPrefix(prefix)
        token = prefix
      } else {
        objects.append(object)
        position = Array(object.name.utf8) + [0]
        token = object.name
      }
    }
    return ObjectListPage(objects: objects, prefixes: prefixes)
  }

  private static func start(of request: ObjectListRequest) -> [UInt8] {
    let first = max(Array(request.prefix.utf8), Array((request.startOffset ?? "").utf8))
    guard let token = request.pageToken else { return first }
    let isBelowPrefix = token.utf8.starts(with: request.prefix.utf8)
    let isFolder = isBelowPrefix && folder(of: token, request) == token
    return max(first, isFolder ? endOfPrefix(token) : Array(token.utf8) + [0])
  }

  /// Returns a name up to and including the first delimiter after the prefix, or nil if there is no
  /// such delimiter.
  private static func folder(of name: String, _ request: ObjectListRequest) -> String? {
    guard let delimiter = request.delimiter.map({ Array($0.utf8) }), !delimiter.isEmpty
    else { return nil }
    let bytes = Array(name.utf8)
    let prefixLength = request.prefix.utf8.count
    let end = bytes.count - delimiter.count
    guard prefixLength <= end else { return nil }
    let found = (prefixLength...end).first { bytes[$0...].starts(with: delimiter) }
    return found.map { String(decoding: bytes[..<($0 + delimiter.count)], as: UTF8.self) }
  }

  /// Returns the lowest byte sequence that sorts after all names with the given prefix.
  private static func endOfPrefix(_ prefix: String) -> [UInt8] {
    // UTF-8 text never contains the byte 0xFF.
    Array(prefix.utf8) + [0xFF]
  }
}

/// Returns the later of two names in byte order.
private func max(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
  left.lexicographicallyPrecedes(right) ? right : left
}
