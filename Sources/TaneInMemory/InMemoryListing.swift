import TaneCore

/// A simple listing that sorts all entries and then selects the requested page.
struct InMemoryListing {
  private enum Entry {
    case object(StoredObject)
    case prefix(String)

    var name: String {
      switch self {
      case .object(let object): object.name
      case .prefix(let prefix): prefix
      }
    }
  }

  private let request: ObjectListRequest

  init(_ request: ObjectListRequest) {
    self.request = request
  }

  /// Returns the requested page; its token is the last object name or prefix on the page.
  func page(of objects: [StoredObject]) -> ObjectListPage {
    let rest = entries(of: objects).filter { entry in
      request.pageToken.map { Self.precedes($0, entry.name) } ?? true
    }
    let shown = rest.prefix(min(request.maximumResults, 1000))
    var page: (objects: [StoredObject], prefixes: [String]) = ([], [])
    for entry in shown {
      switch entry {
      case .object(let object): page.objects.append(object)
      case .prefix(let prefix): page.prefixes.append(prefix)
      }
    }
    return ObjectListPage(
      objects: page.objects,
      prefixes: page.prefixes,
      nextPageToken: shown.count < rest.count ? shown.last?.name : nil
    )
  }

  private func entries(of objects: [StoredObject]) -> [Entry] {
    var entries: [Entry] = []
    for object in objects.sorted(by: { Self.precedes($0.name, $1.name) })
    where isSelected(object.name) {
      let entry = entry(for: object)
      // Objects below the same prefix are adjacent, because the objects are sorted.
      if case .prefix(let prefix) = entry, let last = entries.last,
        last.name.utf8.elementsEqual(prefix.utf8)
      {
        continue
      }
      entries.append(entry)
    }
    return entries
  }

  private func isSelected(_ name: String) -> Bool {
    guard name.utf8.starts(with: request.prefix.utf8) else { return false }
    if let start = request.startOffset, Self.precedes(name, start) { return false }
    if let end = request.endOffset, !Self.precedes(name, end) { return false }
    return true
  }

  private func entry(for object: StoredObject) -> Entry {
    let name = Array(object.name.utf8)
    let delimiter = Array((request.delimiter ?? "").utf8)
    guard !delimiter.isEmpty else { return .object(object) }
    for start in name.indices.dropFirst(request.prefix.utf8.count)
    where name[start...].starts(with: delimiter) {
      return .prefix(String(decoding: name[..<(start + delimiter.count)], as: UTF8.self))
    }
    return .object(object)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
