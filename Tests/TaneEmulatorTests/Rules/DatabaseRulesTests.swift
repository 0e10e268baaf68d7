import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats
import TestSupport
import Testing

/// The rules' meaning is compared with a model in `Tests/Interop/test_database_rules.py`.
@Suite("Security rules of Realtime Databases")
struct DatabaseRulesTests {
  private static let owner = ["Authorization": "Bearer owner"]
  private static let rules = """
    {
      "rules": {
        // Everybody signs up.
        "users": {
          "$user": { ".read": "auth.uid == $user", ".write": "auth.uid == $user", ".validate": "newData.isString()" }
        },
        "open": { ".read": true, ".write": true },
        "stamp": { ".write": true, ".validate": "newData.val() == now" }
      }
    }
    """

  private let database = TestDatabase(Tree(["users": ["ann": "Ann"]]), evaluatesRules: true)

  private func load(_ rules: String) async -> Answer {
    await database.call(.put, "/.settings/rules.json", rules, headers: Self.owner)
  }

  /// Returns the message of an error.
  private func error(_ body: String) -> String? {
    TreeParser.parse(Array(body.utf8), named: "body", as: .json).tree?["error"]?.string
  }

  /// Returns headers with the unsigned ID token of a user.
  private func token(_ user: String) -> [String: String] {
    let parts = [#"{"alg":"none"}"#, #"{"sub":"\#(user)","user_id":"\#(user)","exp":4102444800}"#]
    let encoded = parts.map { Base64.urlText(of: $0.utf8) }
    return ["Authorization": "Bearer \(encoded.joined(separator: "."))."]
  }

  @Test("The first error of rules is reported at its place in the file")
  func loadErrors() async {
    let cases = [
      (
        "{\"rules\": {\n  \".read\": \"auth.uid\"}}",
        "2:18: .read must be a Boolean expression; compare the value, as in '… == true'."
      ),
      ("{\"rules\": {\".read\": \"true\n && $x == 'a'\"}}", "2:5: Unknown variable '$x'."),
      (#"{"rules": {".read": "\u0064ata.vla() == 1"}}"#, "1:32: No such method or property 'vla'."),
      (
        #"{"rules": {".write": "newData.val().matches(/a(?=b)/)"}}"#,
        "1:48: Invalid regular expression: nothing to repeat before \"?\"."
      ),
      (
        #"{"rules": {".write": "root.child('ü').val() < true"}}"#,
        "1:47: The right operand of < must be a number or string or null, not a boolean."
      ),
      (
        #"{"rules": {"a": {".raed": true}}}"#,
        "1:27: Unknown rule '.raed'; expected .read, .write, .validate or .indexOn."
      ),
      (#"{"rules": {"$a": {}, "$b": {}}}"#, "1:28: A location can have only one '$' variable."),
      (#"{"rules": {".read": "newData.exists()"}}"#, "1:22: Unknown variable 'newData'."),
      (#"{"rules": {".read": "(true"}}"#, "1:27: Expected ')'."),
      (
        #"{"rules": {".read": "data.child('a', 'b').exists()"}}"#,
        "1:27: child takes 1 argument, not 2."
      ),
      (#"{"rules": {".read": "'a"}}"#, "1:22: The string is not terminated."),
    ]
    for (rules, message) in cases {
      let answer = await load(rules)
      #expect(answer.status == 400)
      #expect(error(answer.body) == message)
    }
  }

  @Test("Rules are read at their places after keys with several bytes")
  func longCharacters() async {
    let oneLine = #"{"rules": {"店": { ".read": true, ".write": "auth != null" }}}"#
    #expect(await load(oneLine).status == 200)
    let key = String(repeating: "é", count: 18)
    let rules = #"{"rules": {"\#(key)": {"true": {".read": "false"}}}}"#
    #expect(await load(rules).status == 200)
    let path = PercentEncoding.encodeURLPart(key)
    #expect(await database.call(.get, "/\(path)/true.json").status == 401)
  }

  @Test("Patterns that would be too large are rejected")
  func largePatterns() async {
    let patterns = [
      "(((a{0}){1000}){1000}){1000}", "((((b{1000}){1000}){1000}){1000}",
      "a" + String(repeating: "{1}", count: 100_000), "a" + String(repeating: "*", count: 100_000),
    ]
    for pattern in patterns {
      let rules = #"{"rules": {".read": "'a'.matches(/\#(pattern)/)"}}"#
      let status = await load(rules).status
      #expect(status == 400 || pattern.contains("{0}"))
    }
  }

  @Test("Many rules are loaded quickly, and a priority is read as its node")
  func priorities() async {
    let many = (0..<5000).map { #""k\#($0)": {".read": "auth != null"}"# }.joined(separator: ",\n")
    #expect(await load(#"{"rules": {\#(many)}}"#).status == 200)
    #expect(await load(#"{"rules": {"a": {"$x": {".read": true}}}}"#).status == 200)
    let node = #"{".value": 1, ".priority": "secret"}"#
    #expect(await database.call(.put, "/a.json", node, headers: Self.owner).status == 200)
    #expect(await database.call(.get, "/a/.priority.json").status == 401)
  }

  @Test("Long conditions are valid, and conditions that are nested too deeply are rejected")
  func longConditions() async {
    let users = (0..<5000).map { "auth.uid == 'u\($0)'" }.joined(separator: " || ")
    #expect(await load(#"{"rules": {".read": "\#(users)"}}"#).status == 200)
    #expect(await database.call(.get, "/.json", headers: token("u4999")).status == 200)
    #expect(await database.call(.get, "/.json", headers: token("u5000")).status == 401)
    let cases = [
      String(repeating: "(", count: 5000) + "true", String(repeating: "!", count: 5000) + "true",
      "1" + String(repeating: " + 1", count: 5000) + " == 1",
      "data" + String(repeating: ".parent()", count: 5000) + ".exists()",
      String(repeating: "true ? true : ", count: 5000) + "true",
      "'a'.matches(/" + String(repeating: "(", count: 5000) + "a/)",
    ]
    for condition in cases {
      #expect(await load(#"{"rules": {".read": "\#(condition)"}}"#).status == 400)
    }
  }

  @Test("Reads and writes are allowed as the rules say, and administrators may do everything")
  func requests() async {
    #expect(await load(Self.rules).status == 200)
    #expect(await database.call(.get, "/users/ann.json").status == 401)
    #expect(await database.call(.get, "/users/ann.json", headers: token("ann")).body == #""Ann""#)
    #expect(await database.call(.get, "/users.json", headers: token("ann")).status == 401)
    #expect(await database.call(.get, "/users.json", headers: Self.owner).status == 200)
    let ann = "/users/ann.json"
    #expect(await database.call(.put, ann, "1", headers: token("ann")).status == 401)
    #expect(await database.call(.put, ann, #""A""#, headers: token("ann")).status == 200)
    #expect(await database.call(.put, "/stamp.json", #"{".sv":"timestamp"}"#).status == 200)
    let update = #"{"users/ann":"B","users/bob":"C"}"#
    #expect(await database.call(.patch, "/.json", update, headers: token("ann")).status == 401)
    #expect(await database.call(.get, ann, headers: token("ann")).body == #""A""#)
    #expect(await database.call(.delete, ann, headers: token("ann")).status == 200)
  }

  @Test("A stale write does not show a node that the client may not read")
  func staleWrites() async {
    let rules = #"{"rules": {"users": {".write": true}}}"#
    #expect(await load(rules).status == 200)
    let answer = await database.call(.put, "/users/ann.json", "1", headers: ["if-match": "other"])
    #expect((answer.status, answer.body.contains("Ann")) == (401, false))
  }

  @Test("Only administrators read and change settings and see the names of databases")
  func settings() async {
    for target in ["/.settings/rules.json", "/.inspect/databases.json"] {
      #expect(await database.call(.get, target).status == 401)
      #expect(await database.call(.get, target, headers: Self.owner).status == 200)
    }
    #expect(await database.call(.put, "/.settings/rules.json", Self.rules).status == 401)
  }

  @Test("A credential that is not a token is rejected")
  func credentials() async {
    let answer = await database.call(.get, "/open.json?auth=secret")
    #expect(answer.status == 401)
    #expect(error(answer.body) == "Could not parse auth token.")
  }

  @Test("A rule that fails or is not decided is named in the denial")
  func reasons() async {
    let rules =
      #"{"rules": {"a": {".read": "auth.name.contains('x')"}, "b": {".read": "data.val() == root.val()"}}}"#
    #expect(await load(rules).status == 200)
    let texts = [await database.get("/a.json"), await database.get("/b.json")]
    #expect(
      texts.map { error($0) } == [
        "Permission denied (the value is not a string (1:33))", "Permission denied",
      ]
    )
    let override = "auth_variable_override=%7B%22list%22:%5B1%5D%7D"
    let list = #"{"rules": {".read": "auth.list[0] == 1"}}"#
    #expect(await load(list).status == 200)
    let answer = await database.call(.get, "/.json?\(override)", headers: Self.owner)
    #expect(
      error(answer.body)
        == "Permission denied (the rule cannot be evaluated: the documentation describes only strings in brackets (1:32))"
    )
  }
}
