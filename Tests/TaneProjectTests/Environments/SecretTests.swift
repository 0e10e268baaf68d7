import TaneCore
import TaneProject
import Testing

@Suite("Secrets")
struct SecretTests {
  @Test("A secret is never printed")
  func printing() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump([secret], to: &dumped)
    #expect("\(secret)" == "<redacted>")
    #expect(String(reflecting: secret) == "<redacted>")
    #expect("\([secret])" == "[<redacted>]")
    #expect(!dumped.contains("hunter2"))
  }

  @Test("A dump of a profile does not show its secrets")
  func profileDump() throws {
    let profiles = DemoFiles([
      "environments/a.yaml": "{ databases: { a: embedded:a }, credentials: hunter2 }"
    ]).profiles()
    var dumped = ""
    dump(try profiles.profile(named: "a"), to: &dumped)
    #expect(dumped.contains("<redacted>"))
    #expect(!dumped.contains("hunter2"))
  }

  @Test(
    "Secrets in URLs are redacted",
    arguments: [
      ("https://me:pass@host/a", "https://<redacted>@host/a"),
      (
        "https://host/a?auth=1&ns=x&Access_Token=2",
        "https://host/a?auth=<redacted>&ns=x&Access_Token=<redacted>"
      ),
      ("https://host?key=", "https://host?key=<redacted>"),
      ("https://host/a@b?ns=x", "https://host/a@b?ns=x"),
      ("https://host#token=1", "https://host#token=<redacted>"),
      ("a@b?key=1", "a@b?key=<redacted>"),
    ]
  )
  func urls(text: String, shown: String) {
    #expect(Redaction.url(text) == shown)
  }

  @Test(
    "A literal secret in a profile is rejected and not shown",
    arguments: [
      ("ya29.a0AfH6SMBplanted", "an access token"),
      ("Bearer ya29.a0AfH6SMBplanted", "an access token"),
      ("${TOKEN:-ya29.a0AfH6SMBplanted}", "an access token"),
      ("1//0gplantedRefreshToken", "a refresh token"),
      ("eyJplanted.eyJpc3MiOiJ4In0.c2ln", "a JSON Web Token"),
      ("kPlantedVq8zT3mW5yB7nC9dF1gH2jK4lM6pQ8rS", "a legacy database secret"),
      ("-----BEGIN PRIVATE KEY-----\\nMIIEplanted\\n-----END PRIVATE KEY-----", "a private key"),
      (#"{\"type\": \"service_account\", \"private_key_id\": \"planted\"}"#, "the JSON of a key"),
      ("https://me:planted@example.com/key.json", "a password or another secret"),
    ]
  )
  func literals(text: String, kind: String) {
    let findings = DemoFiles([
      "environments/a.yaml": "databases: { a: embedded:a }\ncredentials: \"\(text)\"\n"
    ]).profiles().diagnostics
    #expect(
      findings.map { "\($0)" } == [
        "environments/a.yaml:2:14: error: \"credentials\" contains \(kind), which does not belong "
          + "in a profile; write the path of a credentials file, or a variable that contains the "
          + "path or an access token, such as ${GOOGLE_APPLICATION_CREDENTIALS} [invalid-value]"
      ]
    )
  }
}
