import TaneCore
import Testing

@Suite("Generated images")
struct ImageTests {
  private let document = "firestore:/posts/p1"

  @Test("Generated images are PNG files, and equal tags generate equal images")
  func bytes() {
    // This image was decoded with zlib, which verified its checksums.
    let dot = Example("!image { size: 1x1, color: \"#336699\" }", at: document).tree
    #expect(dot.tag == .bytes)
    #expect(
      dot.string
        == "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAABlBMVEUzZpn////xDcYdAAAADUlEQVR4AQECAP3/AAAAAgABfgUN0gAA"
        + "AABJRU5ErkJggg=="
    )
    let text = "!image { size: 32x16, text: ab }"
    #expect(Example(text, at: document).tree.string == Example(text, at: document).tree.string)
    let other = Example("!image { size: 32x16, text: ac }", at: document)
    #expect(Example(text, at: document).tree.string != other.tree.string)
  }

  @Test("An image that is smaller than its text is generated")
  func smallImage() {
    for size in ["1x1", "4x4", "3x90", "90x3"] {
      let example = Example("!image { size: \(size), text: 麺屋 }", at: document)
      #expect(example.tree.tag == .bytes && example.messages == [], "\(size)")
    }
  }

  @Test("Images without a size, with an invalid color or over the limit are errors")
  func misuse() {
    let example = Example(
      "a: !image { size: 2001x1 }\nb: !image { size: 1x1, color: red }\nc: !image\nd: !image { text: x }\n",
      at: document
    )
    #expect(
      example.messages == [
        "a.yaml:1:19: error: \"size\" of !image must be a width and a height up to 2,000, such as 320x240, not"
          + " \"2001x1\" [invalid-expression]",
        "a.yaml:2:31: error: \"color\" of !image must be a color such as \"#4c6e91\", in quotes, "
          + "not \"red\" [invalid-expression]",
        "a.yaml:3:4: error: the tag !image expects a map with \"size\", and optionally \"text\" "
          + "and \"color\", not nothing; for example !image { size: 320x240, text: Ramen } "
          + "[wrong-tag]",
        "a.yaml:4:4: error: !image needs the key \"size\"; for example !image { size: 320x240, text: Ramen }"
          + " [missing-value]",
      ]
    )
  }

  @Test("An image in a Realtime Database is an error")
  func database() {
    #expect(
      Example("a: !image { size: 1x1 }").messages == [
        "a.yaml:1:4: error: !image can be used only in the content of objects and in Firestore; "
          + "put the image into a bucket, and refer to it with !url [invalid-expression]"
      ]
    )
  }
}
