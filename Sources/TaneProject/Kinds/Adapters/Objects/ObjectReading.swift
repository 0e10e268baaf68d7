import TaneCore

/// Reads the metadata of some objects, by listing the bucket if that requires fewer requests.
struct ObjectReading {
  /// The minimum number of objects for which the bucket is listed.
  private static let listedCount = 4

  let store: any ObjectReader

  /// Returns the existing objects with some names.
  func objects(named names: [String]) async throws -> [String: StoredObject] {
    guard names.count >= Self.listedCount else { return try await ask(for: names) }
    let wanted = Set(names.map { Array($0.utf8) })
    let sorted = wanted.sorted { $0.lexicographicallyPrecedes($1) }
    guard let first = sorted.first, let last = sorted.last else { return [:] }
    var request = ObjectListRequest(prefix: Self.commonPrefix(first, last))
    var found: [String: StoredObject] = [:]
    var pages = 0
    while true {
      let page = try await store.list(request)
      pages += 1
      for object in page.objects where wanted.contains(Array(object.name.utf8)) {
        found[object.name] = object
      }
      let end = page.objects.last.map { Array($0.name.utf8) }
      let isBehindLast = end.map { !$0.lexicographicallyPrecedes(last) } ?? false
      guard let token = page.nextPageToken, !isBehindLast else { return found }
      // With this many other objects in the bucket, individual requests are cheaper.
      guard pages < max(1, names.count / Self.listedCount) else { break }
      request.pageToken = token
    }
    let rest = try await ask(for: names.filter { found[$0] == nil })
    return found.merging(rest) { $1 }
  }

  private func ask(for names: [String]) async throws -> [String: StoredObject] {
    let found = try await names.concurrentMap { try await store.object(at: $0) }
    return Dictionary(
      zip(names, found).compactMap { name, object in object.map { (name, $0) } },
      uniquingKeysWith: { $1 }
    )
  }

  /// Returns the common prefix of the first and last of sorted names, up to a slash.
  private static func commonPrefix(_ first: [UInt8], _ last: [UInt8]) -> String {
    let common = zip(first, last).prefix { $0.0 == $0.1 }.map(\.0)
    let end = common.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: common[..<end], as: UTF8.self)
  }
}
