import SystemPackage
import TaneCore
import Testing

@testable import TaneProject

@Suite("Requests for security rules")
struct RulesCasesTests {
  private func load(_ text: String) -> (cases: RulesCases, findings: [String]) {
    var files = InMemoryFiles()
    files.write(text, to: "/fixtures/rules.yaml")
    let database = DocumentDatabaseName(project: "p", database: "(default)")
    let (cases, findings) = RulesCases.load(from: Project(root: "/", files: files), database)
    return (cases, findings.map { "\($0)".replacing("fixtures/rules.yaml:", with: "") })
  }

  @Test("Requests are read with their users, data and query")
  func requests() throws {
    let (cases, findings) = load(
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
    #expect(list.query == query)
    #expect(cases.requests[1].fields["x.y"] == .integer(2))
  }

  @Test("A denial needs a statement about the users who may make the request")
  func twins() {
    let findings = load(
      "users: { ann: accounts:/a1 }\nrequests:\n  - { get: firestore:/a/b, deny: [ann] }\n"
    ).findings
    #expect(
      findings == [
        "3:5: error: \"allow\" is missing: list a user who may make this request, so that the others are not "
          + "denied for another reason, or write [] if nobody may [missing-value]"
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
