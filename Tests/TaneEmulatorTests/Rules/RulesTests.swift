import HTTPTypes
import TaneCore
import TaneEmulator
import Testing

@Suite("Uploaded security rules")
struct RulesTests {
  private static let storage = """
    rules_version = '2';
    // Everybody reads. {
    service firebase.storage {
      match /b/{bucket}/o { match /{path=**} { allow read: if path.matches("[{]"); } }
    }
    """

  /// Returns the body of a request with one file of rules.
  private func body(_ content: String) -> [UInt8] {
    let text = JSON(Tree(["rules": ["files": [["name": "a", "content": .string(content)]]]])).text
    return Array(text.utf8)
  }

  @Test("Rules for Storage are parsed and not evaluated")
  func storage() async throws {
    let fixture = try StorageFixture()
    func put(_ body: [UInt8]) async -> EmulatorResponse {
      await fixture.send(.put, "/internal/setRules", body: body)
    }
    let taken = await put(body(Self.storage))
    #expect(taken.status == .ok)
    #expect(
      taken.text
        == #"{"message":"Rules updated successfully. They are not evaluated: everyone can read "#
        + #"and write."}"#
    )
    let cases = [
      (
        body("service firebase.storage {\n  match /a { allow read: if (true; }\n}"),
        "2:36: Unexpected '}'."
      ),
      (body("service firebase.storage {"), "1:26: The '{' is not closed."),
      (body("service cloud.firestore {}"), "1:9: Expected 'service firebase.storage {'."),
      (body("service firebase.storage { 'a }"), "1:28: The string is not terminated."),
      (Array("{}".utf8), "Request body must include 'rules.files' array"),
      (
        Array(#"{"rules": {"files": [{"name": "a"}]}}"#.utf8),
        "Each member of 'rules.files' array must contain 'name' and 'content'"
      ),
    ]
    for (body, reason) in cases {
      let response = await put(body)
      #expect(response.status == .badRequest)
      #expect(
        response.json["message"]?.string == "There was an error updating rules: \(reason)"
      )
    }
  }

  @Test("Rules for Firestore are parsed and not evaluated")
  func firestore() async {
    let fixture = FirestoreFixture()
    func put(_ content: String) async -> EmulatorResponse {
      await fixture.service.respond(
        to: .make(.put, "/emulator/v1/projects/p:securityRules", body: body(content))
      )
    }
    let rules =
      "service cloud.firestore{ match /databases/{d}/documents { match /{x=**} { allow read; } } }"
    #expect(await put(rules).text == "{}")
    let refused = await put("service cloud.firestore { ) }")
    #expect(
      refused.json["error"]
        == Tree(["code": 400, "status": "INVALID_ARGUMENT", "message": "1:27: Unexpected ')'."])
    )
  }
}
