import TestSupport
import TaneCore
import Testing

@Suite("Redaction")
struct RedactionTests {
  private static let secrets: [(text: String, kind: SecretKind)] = [
    ("ya29.a0AfH6SMBxPlanted-_Planted", .accessToken),
    ("1//0gPlantedPlanted_planted", .refreshToken),
    ("GOCSPX-planted-Planted_secret", .clientSecret),
    ("eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJwbGFudGVkIn0.cGxhbnRlZA", .webToken),
    ("AIzaSyPlanted-Planted_0123456789Planted", .apiKey),
    ("sk_live_51Planted0123456789planted", .serviceKey),
    ("sk-proj-Planted-0123456789_planted", .serviceKey),
    ("ghp_planted0123456789Planted0123456789", .serviceKey),
    ("kPlantedVq8zT3mW5yB7nC9dF1gH2jK4lM6pQ8rS", .databaseSecret),
    ("-----BEGIN PRIVATE KEY-----\nMIIPlanted+/\nplanted=\n-----END PRIVATE KEY-----", .privateKey),
    ("-----BEGIN RSA PRIVATE KEY-----\\nplanted\\n-----END RSA PRIVATE KEY-----", .privateKey),
    ("MIIEvQIBADANBgkqhkiG9wPlanted+/planted", .privateKey),
  ]

  /// Text around secrets: field separators, quotes, brackets, escapes and other scripts.
  private static let surroundings = [
    "", " ", ":", "|", "/", "=", "\"", "'", "`", ",", ";", "(", ")", "[", "]", "{", "}", "<", ">",
    "&", "?", "#", "@", "!", "$", "*", "\\", "\n", "\\n", "\t", "%3D", "%22", "%2F", "é", "種", "「",
    "token=", "token:", "\"token\": \"", "Bearer ", "https://host/a?auth=", "shops:/a/", ": ",
  ]

  @Test("Secrets are redacted in any surrounding text")
  func planted() {
    var generator = SeededGenerator(seed: 23)
    for secret in Self.secrets {
      #expect(SecretKind(in: secret.text) == secret.kind)
      for before in Self.surroundings {
        // A letter after the secret would be part of it.
        for after in Self.surroundings where !after.startsWithLetter {
          let third = Self.surroundings.randomElement(using: &generator) ?? ""
          let text = "no file \(third)\(before)\(secret.text)\(after) in it"
          for shown in [Redaction.url(text), Redaction.text(text)] {
            #expect(!shown.lowercased().contains("planted"), "\(text) → \(shown)")
            #expect(shown.contains(Redaction.placeholder))
            #expect(shown.hasPrefix("no file "))
          }
        }
      }
    }
  }

  @Test(
    "Values with names that denote secrets are redacted",
    arguments: [
      ("/a.json?auth=x&ns=demo", "/a.json?auth=<redacted>&ns=demo"),
      ("a?X-Goog-Signature=x;y z", "a?X-Goog-Signature=<redacted> z"),
      (#"{"password": "a \"b\"", "a": 1}"#, #"{"password": "<redacted>", "a": 1}"#),
      (#"{"rawPassword":"a b","localId":"u"}"#, #"{"rawPassword":"<redacted>","localId":"u"}"#),
      (#"{\"id_token\":\"x\"}"#, #"{\"id_token\":\"<redacted>"#),
      ("{'client_secret': 'x'}", "{'client_secret': '<redacted>'}"),
      (
        #"{"signerKey":"x","saltSeparator": "Bw==","salt":"y","passwordHash":"z"}"#,
        #"{"signerKey":"<redacted>","saltSeparator": "<redacted>","salt":"<redacted>","#
          + #""passwordHash":"<redacted>"}"#
      ),
      ("Authorization: Bearer abc123", "Authorization: Bearer <redacted>"),
      ("see http://a:b@c/d and https://e@f", "see http://<redacted>@c/d and https://<redacted>@f"),
      ("redirect=a%3Ftoken%3Dxyz%26a", "redirect=a%3Ftoken%3D<redacted>%26a"),
    ]
  )
  func named(text: String, shown: String) {
    #expect(Redaction.url(text) == shown)
  }

  @Test(
    "Text that only resembles a secret is kept",
    arguments: [
      "eyJ is short", "bearer of news", "/keys/stg.json", "the key is missing",
      "http://127.0.0.1//a",
      "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "orderBy=%22name%22&pageToken=CgZh", "種=はい",
      "shops:/shops/0/name", "https://host/a@b?ns=x", "task_list_of_1000_open_things_to_do",
      "sk_short1", "AIza is short", "auth=<redacted>&a=1", "http://<redacted>@host/",
    ]
  )
  func harmless(text: String) {
    #expect(Redaction.url(text) == text)
    #expect(SecretKind(in: text) == nil)
  }

  @Test("Redacted text is one line of limited length")
  func line() {
    #expect(Redaction.text("a\r\n b\tc\u{1}") == "a b c\\u{1}")
    #expect(Redaction.text(String(repeating: "x", count: 400)).count == 301)
  }
}

extension String {
  fileprivate var startsWithLetter: Bool {
    first.map { $0.isASCII && $0.isLetter } ?? false
  }
}
