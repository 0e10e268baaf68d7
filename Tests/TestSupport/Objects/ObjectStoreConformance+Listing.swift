import TaneCore

extension ObjectStoreConformance {
  /// Checks of single pages.
  static let listingChecks: [Check] = [
    Check("objects are listed in the byte order of their names") { store in
      let names = ["B", "a", "a b", "a/", "a/b", "aa", "e\u{301}", "é", "店", "\u{FF61}", "🍜"]
      try await fill(store, names.shuffledByRule())
      let objects = try await store.list(ObjectListRequest()).objects
      try expect(
        "the names",
        objects.map(\.name).map { Array($0.utf8) },
        equals: names.map { Array($0.utf8) }
      )
      for object in objects {
        try expect(object.name, try await store.object(at: object.name), equals: object)
      }
    },
    Check("a prefix selects names that begin with it") { store in
      try await fill(store, ["a", "a/b", "a/c/d", "ab", "b", "店/1", "店2"])
      try await expectNames(["a/b", "a/c/d"], ObjectListRequest(prefix: "a/"), store)
      try await expectNames(["a", "a/b", "a/c/d", "ab"], ObjectListRequest(prefix: "a"), store)
      try await expectNames(["店/1", "店2"], ObjectListRequest(prefix: "店"), store)
      try await expectNames([], ObjectListRequest(prefix: "x"), store)
    },
    Check("a delimiter groups deeper names by prefix") { store in
      try await fill(store, ["a/", "a/1", "a/b/2", "a/b/3", "a/c/4", "a/d", "ab/5", "e"])
      try await expectEntries(["e"], ["a/", "ab/"], ObjectListRequest(delimiter: "/"), store)
      try await expectEntries(
        ["a/", "a/1", "a/d"],
        ["a/b/", "a/c/"],
        ObjectListRequest(prefix: "a/", delimiter: "/"),
        store
      )
      try await expectEntries(
        [],
        ["a/", "ab/"],
        ObjectListRequest(prefix: "a", delimiter: "/"),
        store
      )
      try await expectEntries(
        ["a/b/2", "a/b/3"],
        [],
        ObjectListRequest(prefix: "a/b/", delimiter: "/"),
        store
      )
    },
    Check("a delimiter may be any text") { store in
      try await fill(store, ["a--b", "a--c", "a-b", "d--", "é--x"])
      try await expectEntries(
        ["a-b"],
        ["a--", "d--", "é--"],
        ObjectListRequest(delimiter: "--"),
        store
      )
    },
    Check("offsets limit the names at both ends") { store in
      try await fill(store, ["a", "b/1", "b/2", "b/3", "c", "d"])
      try await expectNames(
        ["b/2", "b/3", "c"],
        ObjectListRequest(startOffset: "b/2", endOffset: "d"),
        store
      )
      try await expectNames(
        ["b/1"],
        ObjectListRequest(prefix: "b/", startOffset: "a", endOffset: "b/2"),
        store
      )
      try await expectEntries(
        ["c"],
        ["b/"],
        ObjectListRequest(delimiter: "/", startOffset: "b/2", endOffset: "d"),
        store
      )
      try await expectNames([], ObjectListRequest(startOffset: "c", endOffset: "b"), store)
      let request = ObjectListRequest(maximumResults: 1, startOffset: "b/3", endOffset: "d")
      let pages = try await allPages(of: request, store)
      try expect("the names", pages.flatMap(\.objects).map(\.name), equals: ["b/3", "c"])
    },
    Check("a page size of zero is rejected") { store in
      try await expect(.invalidData, from: "the listing") {
        try await store.list(ObjectListRequest(maximumResults: 0))
      }
    },
  ]

  /// Checks of listings with several pages.
  static let pagingChecks: [Check] = [
    Check("pages of any size contain each object and prefix once, in order") { store in
      let names = ["a", "b/1", "b/2", "b/3/4", "c", "d/", "d/5", "é/6", "f"]
      try await fill(store, names)
      for delimiter in [nil, "/"] as [String?] {
        for prefix in ["", "b/", "d"] {
          let whole = try await store.list(ObjectListRequest(prefix: prefix, delimiter: delimiter))
          try expect("there is no page after the whole", whole.nextPageToken == nil)
          for size in 1...names.count {
            let request = ObjectListRequest(
              prefix: prefix,
              delimiter: delimiter,
              maximumResults: size
            )
            let pages = try await allPages(of: request, store)
            try expect("the objects", pages.flatMap(\.objects), equals: whole.objects)
            try expect("the prefixes", pages.flatMap(\.prefixes), equals: whole.prefixes)
            try expect(
              "no page has more than \(size) entries",
              pages.allSatisfy { $0.objects.count + $0.prefixes.count <= size }
            )
          }
        }
      }
    },
    Check("a page ends at 1,000 results") { store in
      try await fill(store, (0..<1003).map { "\($0)" })
      let request = ObjectListRequest(maximumResults: 5000)
      let pages = try await allPages(of: request, store)
      let names = pages.flatMap(\.objects).map(\.name)
      try expect("the number of names", Set(names).count, equals: 1003)
      try expect("no page is larger", pages.allSatisfy { $0.objects.count <= 1000 })
    },
    Check("a page continues where the previous one ended, even after changes there") { store in
      try await fill(store, ["a", "b", "c", "d"])
      let first = try await store.list(ObjectListRequest(maximumResults: 2))
      try await store.delete(at: "b", if: .none)
      try await store.delete(at: "c", if: .none)
      let second = try await store.list(
        ObjectListRequest(pageToken: first.nextPageToken, maximumResults: 2)
      )
      try expect("the names", second.objects.map(\.name), equals: ["d"])
    },
  ]

  private static func fill(_ store: any ObjectStore, _ names: [String]) async throws {
    for name in names { try await store.put(name, at: name) }
  }

  private static func expectNames(
    _ names: [String],
    _ request: ObjectListRequest,
    _ store: any ObjectStore
  ) async throws {
    try await expectEntries(names, [], request, store)
  }

  private static func expectEntries(
    _ names: [String],
    _ prefixes: [String],
    _ request: ObjectListRequest,
    _ store: any ObjectStore
  ) async throws {
    let page = try await store.list(request)
    try expect("the names below \"\(request.prefix)\"", page.objects.map(\.name), equals: names)
    try expect("the prefixes below \"\(request.prefix)\"", page.prefixes, equals: prefixes)
    try expect("there is no further page", page.nextPageToken == nil)
  }

  private static func allPages(
    of request: ObjectListRequest,
    _ store: any ObjectStore
  ) async throws -> [ObjectListPage] {
    var request = request
    var pages: [ObjectListPage] = []
    repeat {
      try expect("the listing ends", pages.count < 100)
      let page = try await store.list(request)
      pages.append(page)
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return pages
  }
}

extension [String] {
  /// The same elements in a different, deterministic order.
  fileprivate func shuffledByRule() -> [String] {
    indices.filter { $0.isMultiple(of: 2) }.map { self[$0] }.reversed()
      + indices.filter { !$0.isMultiple(of: 2) }.map { self[$0] }
  }
}
