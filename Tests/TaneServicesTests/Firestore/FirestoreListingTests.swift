import TaneCore
import TaneServices
import TaneTesting
import Testing

@Suite("Listing Firestore collections")
struct FirestoreListingTests {
  private let collection = DocumentPath(["c"])

  private func ids(_ page: DocumentListPage) -> [String] { page.entries.map(\.id) }

  /// Returns a transport to an emulator of a collection, in which the documents below number ten
  /// are missing.
  private func emulator(_ count: Int) async throws -> EmulatorTransport {
    let store = InMemoryDocumentStore()
    let paths = (0..<count).map { number in
      let id = String(format(number))
      return number < 10 ? "c/\(id)/below/1" : "c/\(id)"
    }
    try await store.commit(paths.map { .set([:], at: $0) })
    return EmulatorTransport(service: TestFirestore.emulator(store))
  }

  private func format(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 5 - digits.count) + digits
  }

  @Test("Listing a collection page by page requests nothing twice")
  func tokens() async throws {
    let emulator = try await emulator(25)
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let client = try TestFirestore.client(transport)
    var found: [String] = []
    var last: String?
    var hasMore = true
    while hasMore {
      let page = try await client.documents(
        in: collection,
        after: last,
        limit: 10,
        includesMissing: true
      )
      found += ids(page)
      (last, hasMore) = (page.entries.last?.id, page.hasMore)
    }
    #expect(found == (0..<25).map(format))
    let root = "GET \(TestFirestore.root)/c?pageSize=10&showMissing=true"
    #expect(
      transport.lines == [
        root, root + "&pageToken=MDAwMDk", root + "&pageToken=MDAwMTk",
      ]
    )
  }

  @Test(
    "Listing a collection from another place starts from the beginning",
    arguments: [0, 9, 299, 300, 998]
  )
  func anywhere(number: Int) async throws {
    let emulator = try await emulator(1000)
    let client = try TestFirestore.client(emulator)
    let page = try await client.documents(
      in: collection,
      after: format(number),
      limit: 400,
      includesMissing: true
    )
    #expect(ids(page) == (number + 1..<min(number + 401, 1000)).map(format))
    #expect(page.hasMore == (number + 401 < 1000))
    let behind = try await client.documents(
      in: collection,
      after: format(number) + "x",
      limit: 1,
      includesMissing: true
    )
    #expect(ids(behind) == [format(number + 1)])
  }

  @Test("Listing a collection after the last document returns nothing")
  func end() async throws {
    let client = try TestFirestore.client(try await emulator(12))
    for includesMissing in [false, true] {
      let page = try await client.documents(
        in: collection,
        after: "99",
        limit: 5,
        includesMissing: includesMissing
      )
      #expect(page == DocumentListPage(entries: [], hasMore: false))
    }
  }

  @Test("All pages of collections are listed in order")
  func collections() async throws {
    let transport = TestTransport { request, _ in
      request.text.contains("pageToken")
        ? TestFirestore.answer(#"{"collectionIds":["a","ab"],"nextPageToken":""}"#)
        : TestFirestore.answer(#"{"collectionIds":["é","b"],"nextPageToken":"next"}"#)
    }
    let client = try TestFirestore.client(transport)
    let ids = try await client.collectionIDs(below: DocumentPath(["c", "d"]))
    #expect(ids == ["a", "ab", "b", "é"])
    let line = "POST \(TestFirestore.root)/c/d:listCollectionIds"
    #expect(transport.lines == [line, line])
    #expect(
      transport.requests.map(\.text) == [
        #"{"pageSize":1000}"#, #"{"pageSize":1000,"pageToken":"next"}"#,
      ]
    )
  }
}
