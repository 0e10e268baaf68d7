import HTTPTypes
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Listen streams")
struct ListenTests {
  private static let all = #"{"from": [{"collectionId": "c"}]}"#
  private static let begun = ["CURRENT [1]", "NO_CHANGE"]

  private static func compared(_ operation: String, _ number: Int, _ rest: String = "") -> String {
    #"""
    {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field": {"fieldPath": "n"},
      "op": "\#(operation)", "value": {"integerValue": "\#(number)"}}}\#(rest)}
    """#
  }

  private let listener = ListenFixture()
  private var fixture: FirestoreFixture { listener.fixture }

  @Test("A Listen target for a query reports its documents and their changes")
  func query() async throws {
    await fixture.set(1, at: "c/a")
    await fixture.set(9, at: "c/b")
    try listener.add(1, Self.compared("LESS_THAN", 5))
    #expect(try await listener.lines() == ["ADD [1]", "c/a n=1 in [1]"] + Self.begun)
    await fixture.set(2, at: "c/b")
    #expect(try await listener.lines() == ["c/b n=2 in [1]", "NO_CHANGE"])
    await fixture.set(3, at: "c/b")
    #expect(try await listener.lines() == ["c/b n=3 in [1]", "NO_CHANGE"])
    // Changes of documents outside of the target are not reported.
    await fixture.set(7, at: "c/d")
    await fixture.set(1, at: "other/a")
    await fixture.set(8, at: "c/b")
    #expect(try await listener.lines() == ["c/b n=8 in [] not [1]", "NO_CHANGE"])
    await fixture.delete("c/a")
    #expect(try await listener.lines() == ["c/a deleted [1]", "NO_CHANGE"])
    #expect(await listener.call.end() == nil)
  }

  @Test("A Listen target for documents reports existing and missing ones by name")
  func documents() async throws {
    await fixture.set(1, at: "c/a")
    try listener.add(1, documents: ["c/a", "c/none"])
    #expect(
      try await listener.lines()
        == ["ADD [1]", "c/a n=1 in [1]", "c/none deleted [1]"] + Self.begun
    )
    await fixture.set(2, at: "c/none")
    #expect(try await listener.lines() == ["c/none n=2 in [1]", "NO_CHANGE"])
    await fixture.delete("c/none")
    #expect(try await listener.lines() == ["c/none deleted [1]", "NO_CHANGE"])
  }

  @Test("A Listen target with a limit reports documents that enter and leave the limit")
  func limit() async throws {
    for (index, id) in ["a", "b", "d"].enumerated() { await fixture.set(index * 2, at: "c/\(id)") }
    try listener.add(
      1,
      #"{"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"}}], "limit": 2}"#
    )
    #expect(
      try await listener.lines() == ["ADD [1]", "c/a n=0 in [1]", "c/b n=2 in [1]"] + Self.begun
    )
    await fixture.set(1, at: "c/e")
    #expect(
      try await listener.lines() == ["c/b removed [1]", "c/e n=1 in [1]", "NO_CHANGE"]
    )
    await fixture.delete("c/a")
    #expect(
      try await listener.lines() == ["c/a deleted [1]", "c/b n=2 in [1]", "NO_CHANGE"]
    )
  }

  @Test("A Listen target with a limit reads only if another document may follow")
  func window() throws {
    func document(_ number: Int) -> StoredDocument {
      StoredDocument(
        path: DocumentPath(["c", "\(1000 + number)"]),
        fields: ["n": .integer(Int64(number))],
        createTime: DocumentTimestamp(microseconds: 0),
        updateTime: DocumentTimestamp(microseconds: Int64(number))
      )
    }
    let order = DocumentQuery.Order(FieldPath(name: "n"))
    let query = DocumentQuery(collectionID: "c", orders: [order], offset: 1, limit: 2)
    var all = (10..<100).map(document)
    var target = DocumentTarget(id: 1, scope: .query(query), mask: nil)
    #expect(target.begin(with: query.window.documents(from: all)).count == 2)
    #expect(target.window.count == 3)
    func change(_ path: DocumentPath, _ document: StoredDocument?) -> DocumentFeed.Change {
      DocumentFeed.Change(documents: [path: document], time: DocumentTimestamp(microseconds: 1000))
    }
    // A document before the window or after it requires no reading.
    for number in [5, 200] {
      let added = change(document(number).path, document(number))
      all.append(document(number))
      #expect(!target.needsReading(after: added))
      _ = target.apply(added)
    }
    #expect(target.window.values.compactMap { $0.fields["n"] }.count == 3)
    let gone = change(document(11).path, nil)
    all.removeAll { $0.path == document(11).path }
    #expect(target.needsReading(after: gone))
    let difference = target.apply(gone, query.window.documents(from: all))
    #expect(difference.changed.map(\.path) == [document(12).path])
    #expect(difference.left == [document(11).path])
    #expect(target.window.count == 3)
  }

  @Test("A commit is one snapshot of all targets")
  func snapshot() async throws {
    try listener.add(1, Self.all)
    #expect(try await listener.lines() == ["ADD [1]"] + Self.begun)
    try listener.add(2, documents: ["c/a"])
    #expect(
      try await listener.lines() == ["ADD [2]", "c/a deleted [2]", "CURRENT [2]", "NO_CHANGE"]
    )
    try listener.add(3, Self.compared("GREATER_THAN", 1))
    #expect(try await listener.lines() == ["ADD [3]", "CURRENT [3]", "NO_CHANGE"])
    let commit = TestCall(fixture.service, "google.firestore.v1.Firestore/Commit")
    try commit.send(
      ProtoCommitRequest.with { request in
        request.database = ListenFixture.database
        request.writes = ["b", "a"].enumerated().map { index, id in
          .with { write in
            write.update.name = "\(FirestoreFixture.name)/c/\(id)"
            write.update.fields = [
              .with { entry in
                entry.key = "n"
                entry.value.integerValue = Int64(index) * 5
              }
            ]
          }
        }
      }
    )
    #expect(await commit.end() == nil)
    #expect(
      try await listener.lines() == ["c/a n=5 in [1, 2, 3]", "c/b n=0 in [1]", "NO_CHANGE"]
    )
  }

  @Test("A resumed Listen target reports changes since its token and the number of documents")
  func resuming() async throws {
    for id in ["a", "b", "d"] { await fixture.set(1, at: "c/\(id)") }
    try listener.add(1, Self.all)
    let token = try await listener.token()
    await listener.call.end()
    await fixture.set(2, at: "c/b")
    await fixture.delete("c/d")
    let again = ListenFixture(fixture)
    try again.add(1, Self.all) { $0.resumeToken = Data(token) }
    #expect(
      try await again.lines() == ["ADD [1]", "c/b n=2 in [1]", "FILTER 1: 2"] + Self.begun
    )
    // The deletion of a document that is listened to by name is reported.
    try again.add(2, documents: ["c/d"]) { $0.resumeToken = Data(token) }
    #expect(
      try await again.lines()
        == ["ADD [2]", "c/d deleted [2]", "FILTER 2: 0", "CURRENT [2]", "NO_CHANGE"]
    )
  }

  @Test("A token of another run makes a resumed Listen target report everything")
  func foreignToken() async throws {
    await fixture.set(1, at: "c/a")
    try listener.add(1, Self.all) { $0.resumeToken = Data([1, 2, 3]) }
    #expect(
      try await listener.lines() == ["ADD [1]", "c/a n=1 in [1]", "FILTER 1: 1"] + Self.begun
    )
  }

  @Test("A Listen target resumes from a read time")
  func readTime() async throws {
    await fixture.set(1, at: "c/a")
    let time = try await fixture.store.document(at: DocumentPath(["c", "a"]))?.updateTime
    let microseconds = try #require(time).microseconds
    await fixture.set(2, at: "c/b")
    try listener.add(1, Self.all) { target in
      target.readTime.seconds = microseconds / 1_000_000
      target.readTime.nanos = Int32(microseconds % 1_000_000) * 1000
    }
    #expect(
      try await listener.lines() == ["ADD [1]", "c/b n=2 in [1]", "FILTER 1: 2"] + Self.begun
    )
  }

  @Test("A Listen target for one snapshot is removed after it")
  func once() async throws {
    await fixture.set(1, at: "c/a")
    try listener.add(1, Self.all) { $0.once = true }
    #expect(
      try await listener.lines(upTo: "REMOVE")
        == ["ADD [1]", "c/a n=1 in [1]"] + Self.begun + ["REMOVE [1]"]
    )
    await fixture.set(2, at: "c/a")
    try listener.add(2, documents: ["c/a"])
    #expect(
      try await listener.lines() == ["ADD [2]", "c/a n=2 in [2]", "CURRENT [2]", "NO_CHANGE"]
    )
  }

  @Test("Removing a target leaves the others")
  func removal() async throws {
    try listener.add(1, Self.all)
    _ = try await listener.lines()
    try listener.add(2, documents: ["c/a"])
    _ = try await listener.lines()
    try listener.remove(1)
    #expect(try await listener.lines(upTo: "REMOVE") == ["REMOVE [1]"])
    await fixture.set(1, at: "c/a")
    #expect(try await listener.lines() == ["c/a n=1 in [2]", "NO_CHANGE"])
  }

  @Test("An invalid Listen target is removed with the reason")
  func faults() async throws {
    try listener.add(1) { $0.query.parent = "\(FirestoreFixture.name)/c" }
    try listener.add(2) { _ in }
    try listener.add(3, Self.compared("IN", 1))
    #expect(
      try await listener.lines(upTo: "REMOVE [3]") == [
        "REMOVE [1] 3: \(FirestoreFixture.name)/c is not a document: the parent of a query must be "
          + "a document.",
        "REMOVE [2] 3: The target has neither a query nor documents.",
        "REMOVE [3] 3: The filter on n needs an array with at least one value.",
      ]
    )
    try listener.add(4, Self.all)
    _ = try await listener.lines()
    try listener.add(4, Self.all)
    let failure = await listener.call.failure()
    #expect(
      failure == .invalid("The target_id 4 is in use: remove the target first.")
    )
  }

  @Test("A Listen target with a projection reports only the selected fields")
  func projection() async throws {
    let query = #"{"select": {"fields": [{"fieldPath": "m"}]}, "from": [{"collectionId": "c"}]}"#
    try listener.add(1, query)
    _ = try await listener.lines()
    await fixture.set(#"{"m": {"integerValue": "1"}, "n": {"integerValue": "2"}}"#, at: "c/a")
    #expect(try await listener.lines() == ["c/a m=1 in [1]", "NO_CHANGE"])
  }

  @Test("A Listen target reports that the database was cleared")
  func clearing() async throws {
    await fixture.set(1, at: "c/a")
    let document = try await fixture.store.document(at: DocumentPath(["c", "a"]))
    let nanoseconds = try #require(document).updateTime.microseconds % 1_000_000 * 1000
    try listener.add(1, Self.all)
    _ = try await listener.lines()
    let response = await fixture.service.respond(
      to: .make(.delete, "/emulator/v1/\(ListenFixture.database)/documents")
    )
    #expect(response.status == .ok)
    let told: ProtoListenResponse = try await listener.call.next()
    #expect(ListenFixture.line(told) == "c/a deleted [1]")
    // Apps replace a document only with a newer version.
    #expect(told.documentDelete.readTime.nanos > nanoseconds)
    #expect(try await listener.lines() == ["NO_CHANGE"])
  }

  @Test(
    "A Listen stream is released when its client ends it or disconnects",
    arguments: [false, true]
  )
  func release(leaves: Bool) async throws {
    let feed = fixture.service.changes.feed(
      of: try #require(DocumentDatabaseName(parsing: ListenFixture.database))
    )
    try listener.add(1, Self.all)
    _ = try await listener.lines()
    #expect(feed.listenerCount == 1)
    if leaves { await listener.call.cancel() } else { await listener.call.end() }
    #expect(feed.listenerCount == 0)
  }
}
