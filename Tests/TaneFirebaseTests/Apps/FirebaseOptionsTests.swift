import Foundation
import TaneFirebase
import Testing

@Suite("Options from GoogleService-Info.plist")
struct FirebaseOptionsTests {
  private func options(of plist: String) throws -> FirebaseOptions? {
    let file = FileManager.default.temporaryDirectory.appending(path: "tane-\(UUID()).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(plist.utf8).write(to: file)
    return FirebaseOptions(contentsOfFile: file.path)
  }

  @Test("Text values of a property list are read, and other types are ignored")
  func plist() throws {
    let read = try #require(
      try options(
        of: """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0"><dict>
            <key>GOOGLE_APP_ID</key><string>1:1:ios:1</string>
            <key>GCM_SENDER_ID</key><string>1</string>
            <key>PROJECT_ID</key><string>demo-店</string>
            <key>IS_ADS_ENABLED</key><false/>
            <key>NUMBER</key><integer>3</integer>
          </dict></plist>
          """
      )
    )
    #expect(read.googleAppID == "1:1:ios:1" && read.gcmSenderID == "1")
    #expect(read.projectID == "demo-店" && read.databaseURL == nil)
  }

  @Test(
    "A property list that has no app, is invalid or is missing returns no options",
    arguments: ["<plist><dict><key>PROJECT_ID</key><string>p</string></dict></plist>", "{", ""]
  )
  func unusable(text: String) throws {
    #expect(try options(of: text) == nil)
    #expect(FirebaseOptions(contentsOfFile: "/nowhere/GoogleService-Info.plist") == nil)
  }
}
