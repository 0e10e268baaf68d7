import TestSupport
import SystemPackage
import TaneCore
import Testing

@testable import TaneProject

@Suite("Requests for security rules")
struct RulesTestCasesTests {
  private func load(_ text: String) throws -> (cases: RulesTestCases, findings: [String]) {
    var files = InMemoryFiles()
    files.write(text, to: "/fixtures/rules.yaml")
    let database = DocumentDatabaseName(project: "p", database: "(default)")
    files.write("databases: { shops: embedded:shops }", to: "/environments/local.yaml")
    let project = Project(root: "/", files: files)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:]).profile(
      named: "local"
    )
    let (cases, findings) = RulesTestCases.load(from: project, profile, database)
    return (cases, findings.map { "\($0)".replacing("fixtures/rules.yaml:", with: "") })
  }

  @Test("Requests are read with their users, data and query")
  func requests() throws {
    let (cases, findings) = try load(
      """
      users:
        guest: signed-out
        ann: { as: accounts:/a1, claims: { admin: true } }
      requests:
        - { list: firestore:/a/b/c, where: { x: 1 }, orderBy: y, limit: 5, allow: [ann], deny: [guest] }
        - { update: firestore:/a/b, data: { "x.y": 2 }, allow: [] }
      """
    )
    #expect(findings == [])
    #expect(cases.users.map(\.name) == ["guest", "ann"])
    #expect(cases.users.map(\.account) == [nil, "a1"])
    #expect(cases.users[1].claims?["admin"]?.bool == true)
    let list = try #require(cases.requests.first)
    #expect(list.title == "list firestore:/a/b/c")
    #expect((list.allowed, list.denied) == (["ann"], ["guest"]))
    var query = DocumentQuery(parent: DocumentPath(["a", "b"]), collectionID: "c", limit: 5)
    query.filter = .all([.field(FieldPath(name: "x"), .equal, .integer(1))])
    query.orders = [DocumentQuery.Order(FieldPath(name: "y"))]
    let targets = cases.requests.map(\.target)
    guard case .document(let first) = targets[0], case .document(let second) = targets[1] else {
      Issue.record("\(targets)")
      return
    }
    #expect(first.query == query)
    #expect(second.fields["x.y"] == .integer(2))
  }

  @Test("Requests to Realtime Databases are read with their data and query")
  func databases() throws {
    let (cases, findings) = try load(
      """
      users: { ann: accounts:/a1 }
      requests:
        - { read: shops:/a, orderBy: name, equalTo: x, limitToFirst: 5, allow: [ann] }
        - { update: shops:/, data: { a/b: 1 }, allow: [] }
      """
    )
    #expect(findings == [])
    #expect(cases.requests.map(\.title) == ["read shops:/a", "update shops:/"])
    #expect(!cases.hasDocumentRequests)
    guard case .database(let read) = cases.requests[0].target,
      case .database(let update) = cases.requests[1].target
    else {
      Issue.record("\(cases.requests)")
      return
    }
    #expect(read.query.map(\.name) == ["orderBy", "equalTo", "limitToFirst"])
    #expect(update.data["a/b"]?.integer == 1)
  }

  @Test("An address of another service is reported with an example")
  func addresses() throws {
    let findings = try load(
      """
      users: { ann: accounts:/a1 }
      requests:
        - { read: firestore:/a/b, allow: [ann] }
        - { get: shops:/a, allow: [ann] }
        - { write: users:/a, data: 1, allow: [ann] }
      """
    ).findings
    #expect(
      findings == [
        "3:13: error: expected the address of a location in a Realtime Database, such as shops:/sauna-1 "
          + "[invalid-value]",
        "4:12: error: expected the address of a document, such as firestore:/shops/a [invalid-value]",
        "5:14: error: expected the address of a location in a Realtime Database, such as shops:/sauna-1 "
          + "[invalid-value]",
      ]
    )
  }

  @Test("Keys of other requests and missing data are reported")
  func keys() throws {
    let findings = try load(
      """
      users: { ann: accounts:/a1 }
      requests:
        - { read: shops:/a, orderBy: $key, limit: 3, allow: [ann] }
        - { write: shops:/a, allow: [ann] }
        - { get: firestore:/a/b, where: { x: 1 }, allow: [ann] }
      """
    ).findings
    #expect(
      findings == [
        "3:38: error: unknown key \"limit\" (known: read, orderBy, startAt, endAt, equalTo, limitToFirst, "
          + "limitToLast, allow, deny) [unknown-key]",
        "4:5: error: \"data\" is missing; add the data to write or, to check a deletion, use the "
          + "key delete [missing-value]",
        "5:28: error: unknown key \"where\" (known: get, allow, deny) [unknown-key]",
      ]
    )
  }

  @Test("A user in both lists of a request is reported where the second list names the user")
  func contradictions() throws {
    let findings = try load(
      """
      users: { ann: accounts:/a1, bob: accounts:/b1 }
      requests:
        - { read: shops:/a, allow: [ann, bob], deny: [ann] }
        - { read: shops:/a, deny: [bob], allow: [ann, bob] }
      """
    ).findings
    #expect(
      findings == [
        "3:49: error: \"ann\" is in both \"allow\" and \"deny\"; remove the user from one of them "
          + "[invalid-value]",
        "4:49: error: \"bob\" is in both \"allow\" and \"deny\"; remove the user from one of them "
          + "[invalid-value]",
      ]
    )
  }

  @Test("Claims that are not a map, and claims of a signed-out user, are reported")
  func claims() throws {
    let findings = try load(
      """
      users:
        ann: { as: accounts:/a1, claims: 5 }
        bob: { as: accounts:/b1, claims: }
        guest: { as: signed-out, claims: { admin: true } }
      """
    ).findings
    #expect(
      findings == [
        "2:36: error: expected a map of claims for \"claims\", found an integer [wrong-type]",
        "4:28: error: a user who is signed out has no claims; remove \"claims\", or write "
          + "accounts:/ID after \"as\" [invalid-value]",
      ]
    )
  }

  @Test("Data that a Realtime Database cannot store is reported, except server values")
  func databaseData() throws {
    let findings = try load(
      """
      users: { ann: accounts:/a1 }
      requests:
        - { write: shops:/a, data: .nan, allow: [ann] }
        - { write: shops:/a, data: { b.c: 1, d: { .sv: { increment: 1 } } }, allow: [ann] }
        - { update: shops:/, data: { a/b: !timestamp 2026-01-01T00:00:00Z }, allow: [ann] }
        - { update: shops:/, data: 1, allow: [ann] }
      """
    ).findings
    #expect(
      findings == [
        "3:30: error: the Realtime Database cannot store .nan; use a finite number [not-finite]\n"
          + "  shops:/a",
        "4:32: error: the key \"b.c\" contains \".\", which the Realtime Database forbids in keys "
          + "(. $ # [ ] / and control characters) [illegal-key]\n  shops:/a/b.c",
        "5:37: error: !timestamp is a Firestore type; the Realtime Database does not support it "
          + "[unsupported-tag]\n  shops:/a/b",
        "6:30: error: expected a map of values by path for \"data\", found an integer [wrong-type]",
      ]
    )
  }

  @Test("An invalid limit or order in a request is reported")
  func queryValues() throws {
    let findings = try load(
      """
      users: { ann: accounts:/a1 }
      requests:
        - { list: firestore:/a, limit: "5", allow: [ann] }
        - { list: firestore:/a, limit: 0, orderBy: 7, allow: [ann] }
      """
    ).findings
    #expect(
      findings == [
        "3:34: error: expected a positive whole number for \"limit\", found a string [wrong-type]",
        "4:34: error: expected a positive whole number for \"limit\", found an integer [wrong-type]",
        "4:46: error: expected a string for \"orderBy\", found an integer; quote it to make it a string "
          + "[wrong-type]",
      ]
    )
  }

  @Test("The files with the rules of Realtime Databases are read from firebase.json, by target")
  func databaseFiles() {
    var settings = FirebaseSettings()
    _ = settings.read(Array(#"{"database": {"rules": "a"}}"#.utf8), named: "firebase.json")
    #expect(settings.databaseRules(of: "any", in: "p") == "a")
    settings = FirebaseSettings()
    let list =
      #"{"database": [{"instance": "i", "rules": "b"}, {"target": "shops", "rules": "c"}]}"#
    _ = settings.read(Array(list.utf8), named: "firebase.json")
    let targets = #"{"targets": {"p": {"database": {"shops": ["p-shops"]}}}}"#
    _ = settings.read(Array(targets.utf8), named: ".firebaserc")
    #expect(settings.databaseRules(of: "i", in: "p") == "b")
    #expect(settings.databaseRules(of: "p-shops", in: "p") == "c")
    #expect(settings.databaseRules(of: "shops", in: "other") == "c")
    #expect(settings.databaseRules(of: "p-shops", in: "other") == nil)
  }

  @Test("A denial needs a statement about the users who may make the request")
  func twins() throws {
    let findings = try load(
      "users: { ann: accounts:/a1 }\nrequests:\n  - { get: firestore:/a/b, deny: [ann] }\n"
    ).findings
    #expect(
      findings == [
        "3:5: error: \"allow\" is missing; list at least one user who may make this request, to "
          + "show that other users are not denied merely because the request is invalid, or write "
          + "[] if nobody may make it [missing-value]"
      ]
    )
  }

  @Test("The file with Firestore's rules is read from firebase.json, by database")
  func files() {
    var settings = FirebaseSettings()
    _ = settings.read(Array(#"{"firestore": {"rules": "a"}}"#.utf8), named: "firebase.json")
    #expect(settings.firestoreRules(of: "(default)") == "a")
    let list = #"{"firestore": [{"database": "b", "rules": "c"}, {"target": "d"}]}"#
    _ = settings.read(Array(list.utf8), named: "firebase.json")
    #expect(settings.firestoreRules(of: "b") == "c")
    #expect(settings.firestoreRules(of: "other") == nil)
  }
}
