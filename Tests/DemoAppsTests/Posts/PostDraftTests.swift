import DemoApps
import Foundation
import Testing

@Suite("Post drafts that can be sent")
struct PostDraftTests {
  @Test(
    "A draft with text other than white space can be sent",
    arguments: [
      ("", false), (" \n\t", false), ("\u{3000}", false), (" 熱い ", true), ("🧖", true),
    ]
  )
  func text(text: String, canBeSent: Bool) {
    #expect(PostDraft(id: "1", text: text).canBeSent == canBeSent)
  }

  @Test("A draft with only a picture can be sent") func picture() throws {
    let image = try #require(URL(string: "https://images.example.com/1.jpg"))
    #expect(PostDraft(id: "1", text: " ", images: [image]).canBeSent)
  }
}
