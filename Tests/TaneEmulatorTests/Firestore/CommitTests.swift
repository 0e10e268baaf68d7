import HTTPTypes
import TaneCore
import TaneEmulator
import Testing

@Suite("Firestore commits and transactions over REST")
struct CommitTests {
  private static let name = FirestoreFixture.name

  private func update(_ id: String, _ fields: String = "{}", _ others: String = "") -> String {
    #"{"update": {"name": "\#(Self.name)/c/\#(id)", "fields": \#(fields)}\#(others)}"#
  }

  private func commit(
    _ fixture: FirestoreFixture,
    _ writes: [String],
    transaction: String? = nil
  ) async -> EmulatorResponse {
    let transaction = transaction.map { #", "transaction": "\#($0)""# } ?? ""
    return await fixture.send(
      .post,
      ":commit",
      #"{"writes": [\#(writes.joined(separator: ","))]\#(transaction)}"#
    )
  }

  @Test(
    "Firestore references with invalid names or to other projects are rejected",
    arguments: [
      (
        "nowhere",
        "Invalid reference \"nowhere\": it must be projects/p/databases/(default)/documents/… and name a document."
      ),
      (
        "projects/p/databases/(default)/documents/c",
        "Invalid reference \"projects/p/databases/(default)/documents/c\": it must be"
          + " projects/p/databases/(default)/documents/… and name a document."
      ),
      ("projects/p/databases/(default)/documents/c/", "An identifier is empty."),
      (
        "projects/q/databases/(default)/documents/c/d",
        "The reference \"projects/q/databases/(default)/documents/c/d\" belongs to a different "
          + "project: expected p."
      ),
    ]
  )
  func references(name: String, message: String) async throws {
    let fixture = FirestoreFixture()
    let value = #"{"referenceValue": "\#(name)"}"#
    let fields = #"{"r": {"mapValue": {"fields": {"l": {"arrayValue": {"values": [\#(value)]}}}}}}"#
    let document = #"{"fields": \#(fields)}"#
    let transform =
      #", "updateTransforms": [{"fieldPath": "l", "appendMissingElements": {"values": [\#(value)]}}]"#
    for response in [
      await commit(fixture, [update("a", fields)]), await fixture.send(.patch, "/c/a", document),
      await fixture.send(.post, "/c", document),
      await commit(fixture, [update("a", "{}", transform)]),
    ] {
      #expect(response.error == "INVALID_ARGUMENT: \(message)")
    }
    #expect(try await fixture.store.document(at: DocumentPath(["c", "a"])) == nil)
  }

  @Test("Firestore references to missing documents and other databases are accepted")
  func legalReferences() async {
    let fixture = FirestoreFixture()
    for name in ["(default)/documents/c/none", "other/documents/c/d/e/f"] {
      let value = #"{"r": {"referenceValue": "projects/p/databases/\#(name)"}}"#
      #expect(await commit(fixture, [update("a", value)]).status == .ok)
    }
  }

  @Test("Writes of a commit run in order and return the results of transforms")
  func transforms() async {
    let fixture = FirestoreFixture()
    let response = await commit(
      fixture,
      [
        update(
          "a",
          #"{"n": {"integerValue": 1}, "l": {"arrayValue": {"values": [{"integerValue": 1}]}}}"#
        ),
        update(
          "a",
          "{}",
          """
          , "updateMask": {}, "updateTransforms": [
            {"fieldPath": "n", "increment": {"integerValue": "2"}},
            {"fieldPath": "at", "setToServerValue": "REQUEST_TIME"},
            {"fieldPath": "at2", "setToServerValue": 1},
            {"fieldPath": "l", "appendMissingElements": {"values": [{"doubleValue": 1}, {"nullValue": null}]}},
            {"fieldPath": "most", "maximum": {"doubleValue": 2}},
            {"fieldPath": "n", "minimum": {"integerValue": 2}}]
          """
        ),
        #"{"delete": "\#(Self.name)/c/none"}"#,
        #"{"verify": "\#(Self.name)/c/a", "currentDocument": {"exists": true}}"#,
      ]
    )
    #expect(response.status == .ok)
    let time = TreeLiteral.string(FirestoreFixture.time)
    #expect(
      response.json
        == Tree([
          "commitTime": time,
          "writeResults": [
            ["updateTime": time],
            [
              "updateTime": time,
              "transformResults": [
                ["integerValue": "3"], ["timestampValue": time], ["timestampValue": time],
                ["nullValue": nil], ["doubleValue": 2.0], ["integerValue": "2"],
              ],
            ], [:], ["updateTime": time],
          ],
        ])
    )
    let fields = await fixture.send(.get, "/c/a").json["fields"]
    #expect(fields?["n"] == Tree(["integerValue": "2"]))
    #expect(
      fields?["l"] == Tree(["arrayValue": ["values": [["integerValue": "1"], ["nullValue": nil]]]])
    )
  }

  @Test("A commit makes all of its writes or none")
  func atomicity() async {
    let fixture = FirestoreFixture()
    let response = await commit(
      fixture,
      [update("a"), update("b", "{}", #", "currentDocument": {"exists": true}"#)]
    )
    #expect(response.status == .notFound)
    #expect(response.error == "NOT_FOUND: No document to update: \(Self.name)/c/b")
    #expect(await fixture.send(.get, "/c/a").status == .notFound)
  }

  @Test(
    "Malformed Firestore writes are rejected",
    arguments: [
      #"{}"#, #"{"update": {"fields": {}}}"#, #"{"delete": "c/a"}"#,
      #"{"delete": "projects/p/databases/other/documents/c/a"}"#,
      #"{"delete": "projects/p/databases/(default)/documents/c"}"#,
      #"{"update": {"name": "projects/p/databases/(default)/documents/c/a"}, "#
        + #""updateTransforms": [{"fieldPath": "a", "increment": {"stringValue": "x"}}]}"#,
      #"{"update": {"name": "projects/p/databases/(default)/documents/c/a"}, "#
        + #""updateTransforms": [{"fieldPath": "a"}]}"#,
      #"{"update": {"name": "projects/p/databases/(default)/documents/c/a", "#
        + #""fields": {"__a__": {"nullValue": null}}}}"#,
    ]
  )
  func badWrites(write: String) async {
    let fixture = FirestoreFixture()
    let response = await commit(fixture, [update("other"), write])
    #expect(response.status == .badRequest)
    #expect(response.error.hasPrefix("INVALID_ARGUMENT: "))
    #expect(await fixture.send(.get, "/c/other").status == .notFound)
  }

  @Test(
    "Firestore writes over a limit or with conflicting parts are rejected with the reason",
    arguments: [
      (#"{"transform": {"document": "DOCUMENT"}}"#, "A transform has no field transforms."),
      (
        #"{"delete": "DOCUMENT", "updateMask": {}}"#,
        "An update mask requires an update."
      ),
      (
        #"{"transform": {"document": "DOCUMENT", "fieldTransforms": [{"fieldPath": "m.k", "#
          + #""increment": {"integerValue": 1}}, {"fieldPath": "m", "increment": {"integerValue": 1}}]}}"#,
        "The transforms of m and m.k overlap."
      ),
      (
        Self.value(Self.vector(#"{"doubleValue": "NaN"}"#)),
        "The field f: A vector cannot contain NaN."
      ),
      (
        Self.value(Self.vector("")),
        "The field f: A vector has 0 dimensions; 1 to 2,048 are allowed."
      ),
      (
        Self.value(#"{"arrayValue": {"values": [\#(Self.vector(#"{"doubleValue": 1}"#))]}}"#),
        "The field f: An array cannot contain a vector: put a map between them."
      ),
      (
        Self.value(#"{"stringValue": "\#(String(repeating: "x", count: 1_048_488))"}"#),
        "The field f: A value is 1,048,488 bytes in size; up to 1,048,487 are allowed."
      ),
    ] as [(String, String)]
  )
  func limits(write: String, message: String) async {
    let write = write.replacing("DOCUMENT", with: "\(Self.name)/c/a")
    let response = await commit(FirestoreFixture(), [write])
    #expect(response.error == "INVALID_ARGUMENT: \(message)")
  }

  private static func value(_ json: String) -> String {
    #"{"update": {"name": "DOCUMENT", "fields": {"f": \#(json)}}}"#
  }

  private static func vector(_ elements: String) -> String {
    #"{"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "#
      + #""value": {"arrayValue": {"values": [\#(elements)]}}}}}"#
  }

  @Test("A precondition on the update time of a missing document fails")
  func missingDocument() async {
    let precondition = #", "currentDocument": {"updateTime": "\#(FirestoreFixture.time)"}"#
    let response = await commit(FirestoreFixture(), [update("none", "{}", precondition)])
    #expect(response.error.hasPrefix("FAILED_PRECONDITION: "))
  }

  @Test("Batch writes succeed and fail one by one")
  func batch() async {
    let fixture = FirestoreFixture()
    let writes = [update("a"), update("b", "{}", #", "currentDocument": {"exists": true}"#)]
    let response = await fixture.send(
      .post,
      ":batchWrite",
      #"{"writes": [\#(writes.joined(separator: ","))]}"#
    )
    #expect(response.status == .ok)
    #expect(
      response.json
        == Tree([
          "status": [
            [:],
            ["code": 5, "message": .string("No document to update: \(Self.name)/c/b")],
          ],
          "writeResults": [["updateTime": .string(FirestoreFixture.time)], [:]],
        ])
    )
    let twice = await fixture.send(
      .post,
      ":batchWrite",
      #"{"writes": [\#(update("x")), \#(update("x"))]}"#
    )
    #expect(twice.status == .badRequest)
  }

  @Test("A transaction commits only if the documents it read are unchanged")
  func transactions() async {
    let fixture = FirestoreFixture()
    await fixture.set(#"{"n": {"integerValue": 1}}"#, at: "c/a")
    func begin() async -> String {
      let response = await fixture.send(
        .post,
        ":beginTransaction",
        #"{"options": {"readWrite": {}}}"#
      )
      return response.json["transaction"]?.string ?? ""
    }
    let (first, second) = (await begin(), await begin())
    #expect(first != second)
    for transaction in [first, second] {
      let read = await fixture.send(
        .post,
        ":batchGet",
        #"{"documents": ["\#(Self.name)/c/a"], "transaction": "\#(transaction)"}"#
      )
      #expect(read.json[0]["found"]?["name"]?.string == "\(Self.name)/c/a")
    }
    let write = update("a", #"{"n": {"integerValue": 2}}"#)
    #expect(await commit(fixture, [write], transaction: first).status == .ok)
    let late = await commit(fixture, [write], transaction: second)
    #expect(late.status == .conflict)
    #expect(
      late.error == "ABORTED: The transaction was aborted, because the data that it read has"
        + " changed. Please retry."
    )
    let rollback = #"{"transaction": "\#(second)"}"#
    #expect(await fixture.send(.post, ":rollback", rollback).text == "{}")
    let ended = await commit(fixture, [write], transaction: first)
    #expect(
      ended.error
        == "INVALID_ARGUMENT: The referenced transaction has expired or is no longer valid."
    )
  }

  @Test("A transaction with a query fails if another document has been added")
  func phantoms() async {
    let fixture = FirestoreFixture()
    let read = await fixture.send(
      .post,
      ":runQuery",
      #"{"newTransaction": {"readWrite": {}}, "structuredQuery": {"from": [{"collectionId": "c"}]}}"#
    )
    let transaction = read.json[0]["transaction"]?.string ?? ""
    #expect(!transaction.isEmpty)
    #expect(read.json[1] == Tree(["readTime": .string(FirestoreFixture.time)]))
    await fixture.set("{}", at: "c/new")
    let response = await commit(fixture, [update("a")], transaction: transaction)
    #expect(response.error.hasPrefix("ABORTED: "))
  }

  @Test("Commits of read-only and rolled-back transactions are rejected")
  func ended() async {
    let fixture = FirestoreFixture()
    let readOnly = await fixture.send(
      .post,
      ":beginTransaction",
      #"{"options": {"readOnly": {}}}"#
    )
    let transaction = readOnly.json["transaction"]?.string ?? ""
    let response = await commit(fixture, [update("a")], transaction: transaction)
    #expect(
      response.error == "INVALID_ARGUMENT: Cannot modify entities in a read-only transaction."
    )
    let other = await fixture.send(.post, ":beginTransaction", "{}")
    let json = #"{"transaction": "\#(other.json["transaction"]?.string ?? "")"}"#
    #expect(await fixture.send(.post, ":rollback", json).text == "{}")
    // A rollback of a finished transaction has no effect.
    #expect(await fixture.send(.post, ":rollback", json).text == "{}")
    let unknown = #"{"transaction": "AAAA"}"#
    #expect(await fixture.send(.post, ":rollback", unknown).status == .badRequest)
    #expect(await fixture.send(.post, ":rollback", "{}").status == .badRequest)
  }
}
