import DemoApps
import Foundation
import Testing

@Suite("A draft can be sent when there is text or a picture")
struct PostDraftTests {
  @Test(
    "text counts that is not only white space",
    arguments: [
      ("", false), (" \n\t", false), ("\u{3000}", false), (" 熱い ", true), ("🧖", true),
    ]
  )
  func text(text: String, canBeSent: Bool) {
    #expect(PostDraft(id: "1", text: text).canBeSent == canBeSent)
  }

  @Test("a picture is enough") func picture() throws {
    let image = try #require(URL(string: "https://images.example.com/1.jpg"))
    #expect(PostDraft(id: "1", text: " ", images: [image]).canBeSent)
  }
}
