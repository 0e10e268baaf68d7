import TaneCore

/// A reader of object metadata that lists the bucket if listing requires fewer requests.
struct ObjectLookup {
  /// The minimum number of objects for which the bucket is listed.
  private static let minimumListedCount = 4

  let store: any ObjectReader

  /// Returns the objects with the given names, in order; an object that does not exist is nil.
  func objects(named names: [String]) async throws -> [StoredObject?] {
    guard names.count >= Self.minimumListedCount else { return try await fetchObjects(for: names) }
    // The composed and decomposed forms of a name are equal in Swift, but identify different
    // objects.
    let keys = names.map { Array($0.utf8) }
    let listed = try await list(Set(keys), giveUpAfter: names.count / Self.minimumListedCount)
    var found = listed.objects
    if !listed.isComplete {
      let rest = names.filter { found[Array($0.utf8)] == nil }
      for object in try await fetchObjects(for: rest) {
        if let object { found[Array(object.name.utf8)] = object }
      }
    }
    return keys.map { found[$0] }
  }

  /// Lists the objects with the given names; the result is incomplete if more than `pageCount`
  /// pages are required.
  private func list(
    _ wanted: Set<[UInt8]>,
    giveUpAfter pageCount: Int
  ) async throws -> (objects: [[UInt8]: StoredObject], isComplete: Bool) {
    let sorted = wanted.sorted { $0.lexicographicallyPrecedes($1) }
    guard let first = sorted.first, let last = sorted.last else { return ([:], true) }
    var request = ObjectListRequest(prefix: Self.commonPrefix(first, last))
    var found: [[UInt8]: StoredObject] = [:]
    for _ in 0..<max(1, pageCount) {
      let page = try await store.list(request)
      for object in page.objects where wanted.contains(Array(object.name.utf8)) {
        found[Array(object.name.utf8)] = object
      }
      let end = page.objects.last.map { Array($0.name.utf8) }
      let isBehindLast = end.map { !$0.lexicographicallyPrecedes(last) } ?? false
      guard let token = page.nextPageToken, !isBehindLast else { return (found, true) }
      request.pageToken = token
    }
    // The bucket has so many other objects that individual requests are cheaper.
    return (found, false)
  }

  private func fetchObjects(for names: [String]) async throws -> [StoredObject?] {
    try await names.concurrentMap { try await store.object(at: $0) }
  }

  /// Returns the longest common prefix of two names that ends with a slash, or an empty string.
  private static func commonPrefix(_ first: [UInt8], _ last: [UInt8]) -> String {
    let common = zip(first, last).prefix { $0.0 == $0.1 }.map(\.0)
    let end = common.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: common[..<end], as: UTF8.self)
  }
}
