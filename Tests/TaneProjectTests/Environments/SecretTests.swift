import TaneProject
import Testing

@Suite("Secrets")
struct SecretTests {
  @Test("are never printed, whichever way")
  func printing() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump([secret], to: &dumped)
    #expect("\(secret)" == "<redacted>")
    #expect(String(reflecting: secret) == "<redacted>")
    #expect("\([secret])" == "[<redacted>]")
    #expect(!dumped.contains("hunter2"))
  }

  @Test("of a profile do not show in its dump")
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
    "in URLs are taken out",
    arguments: [
      ("https://me:pass@host/a", "https://<redacted>@host/a"),
      (
        "https://host/a?auth=1&ns=x&Access_Token=2",
        "https://host/a?auth=<redacted>&ns=x&Access_Token=<redacted>"
      ),
      ("https://host?key=", "https://host?key=<redacted>"),
      ("https://host/a@b?ns=x", "https://host/a@b?ns=x"),
      ("https://host#token=1", "https://host#token=<redacted>"),
      ("a@b?key=1", "a@b?key=1"),
    ]
  )
  func urls(text: String, shown: String) {
    #expect(Redaction.url(text) == shown)
  }
}
