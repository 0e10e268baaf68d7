import HTTPTypes
import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Firestore reads at an earlier time")
struct SnapshotTests {
  private let fixture = FirestoreFixture()

  private func numbers(_ consistency: String) async -> [String] {
    let query = #""structuredQuery": {"from": [{"collectionId": "c"}]}"#
    let response = await fixture.send(.post, ":runQuery", "{\(consistency), \(query)}")
    return response.json.children.compactMap { number(in: $0["document"]) }
  }

  private func number(in document: Tree?) -> String? {
    document?["fields"]?["n"]?["integerValue"]?.string
  }

  private func set(_ number: Int, at id: String) async {
    await fixture.set(#"{"n": {"integerValue": "\#(number)"}}"#, at: "c/\(id)")
  }

  @Test("A read-only transaction reads the state at its beginning")
  func readOnly() async throws {
    await set(1, at: "a")
    await set(2, at: "b")
    let begun = await fixture.send(.post, ":beginTransaction", #"{"options": {"readOnly": {}}}"#)
    let id = try #require(begun.json["transaction"]?.string)
    await set(3, at: "a")
    await set(4, at: "c")
    _ = await fixture.send(.delete, "/c/b")
    #expect(await numbers(#""transaction": "\#(id)""#) == ["1", "2"])
    let encoded = id.replacing("=", with: "%3D")
    let document = await fixture.send(.get, "/c/a?transaction=\(encoded)")
    #expect(number(in: document.json) == "1")
    #expect(await fixture.send(.get, "/c/c?transaction=\(encoded)").status == .notFound)
    let list = await fixture.send(.get, "/c?pageSize=1&transaction=\(encoded)")
    #expect(number(in: list.json["documents"]?[0]) == "1")
    #expect(list.json["nextPageToken"] != nil)
    let commit = await fixture.send(.post, ":commit", #"{"transaction": "\#(id)"}"#)
    #expect(commit.status == .ok)
  }

  @Test("readTime reads the state after the commit at that time")
  func readTime() async {
    await set(1, at: "a")
    await set(2, at: "a")
    let first = FirestoreFixture.time
    #expect(await numbers(#""readTime": "\#(first)""#) == ["1"])
    #expect(await numbers(#""newTransaction": {"readOnly": {"readTime": "\#(first)"}}"#) == ["1"])
    let document = await fixture.send(.get, "/c/a?readTime=\(first)")
    #expect(number(in: document.json) == "1")
    let future = await fixture.send(.get, "/c/a?readTime=2030-01-01T00:00:00Z")
    #expect(
      future.error
        == "INVALID_ARGUMENT: The readTime 2030-01-01T00:00:00.000000Z is in the future."
    )
    let past = await fixture.send(.get, "/c/a?readTime=2020-01-01T00:00:00Z")
    #expect(past.error.hasPrefix("FAILED_PRECONDITION: Documents as of 2020-01-01T00:00:00"))
  }

  @Test("A transaction that lists a collection fails if another document has been added")
  func lists() async throws {
    let begun = await fixture.send(.post, ":beginTransaction", "{}")
    let id = try #require(begun.json["transaction"]?.string)
    let encoded = id.replacing("=", with: "%3D")
    #expect(await fixture.send(.get, "/c?transaction=\(encoded)").status == .ok)
    await set(1, at: "a")
    let write = #"{"update": {"name": "\#(FirestoreFixture.name)/c/b"}}"#
    let commit = await fixture.send(
      .post,
      ":commit",
      #"{"transaction": "\#(id)", "writes": [\#(write)]}"#
    )
    #expect(commit.error.hasPrefix("ABORTED: "))
  }

  @Test("Replaced versions are dropped after an hour and above a limit of memory")
  func history() {
    func time(_ minutes: Int64) -> DocumentTimestamp {
      DocumentTimestamp(microseconds: minutes * 60_000_000)
    }
    func document(_ text: String) -> StoredDocument {
      StoredDocument(
        path: DocumentPath(["c", "a"]),
        fields: ["t": .string(text)],
        createTime: time(0),
        updateTime: time(0)
      )
    }
    var history = DocumentHistory(start: time(0))
    let path = DocumentPath(["c", "a"])
    history.add([path: nil], replacedAt: time(1))
    history.add([path: document("first")], replacedAt: time(2))
    #expect(history.versions(at: time(0)) == [path: nil])
    #expect(history.versions(at: time(1)) == [path: document("first")])
    #expect(history.versions(at: time(2)).isEmpty)
    history.add([:], replacedAt: time(68))
    #expect(history.start == time(2))
    let large = document(String(repeating: "x", count: 1_000_000))
    for index in 0..<100 as Range<Int64> {
      history.add([path: large], replacedAt: time(69 + index / 10))
    }
    #expect(history.start > time(69))
    #expect(history.versions(at: time(79)).isEmpty)
  }
}
