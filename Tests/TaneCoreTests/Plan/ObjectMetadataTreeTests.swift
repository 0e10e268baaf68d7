import TaneCore
import Testing

@Suite("Metadata of an object as fixtures spell them")
struct ObjectMetadataTreeTests {
  private static let examples: [(metadata: ObjectMetadata, tree: TreeLiteral)] = [
    (ObjectMetadata(contentType: "image/png"), ["contentType": "image/png"]),
    (
      ObjectMetadata(contentType: "text/plain", cacheControl: "no-store", contentLanguage: "ja"),
      ["contentType": "text/plain", "cacheControl": "no-store", "contentLanguage": "ja"]
    ),
    (
      ObjectMetadata(
        contentType: "text/plain",
        contentDisposition: "attachment",
        contentEncoding: "gzip",
        custom: ["b": "2", "a": "1", "店": ""]
      ),
      [
        "contentType": "text/plain", "contentDisposition": "attachment", "contentEncoding": "gzip",
        "metadata": ["a": "1", "b": "2", "店": ""],
      ]
    ),
  ]

  @Test("are a tree, and are read from it again", arguments: examples.indices)
  func roundTrip(_ index: Int) {
    let (metadata, literal) = Self.examples[index]
    #expect(metadata.tree == Tree(literal))
    #expect(ObjectMetadata(Tree(literal)) == metadata)
  }

  @Test("that do not name a type are of bytes")
  func noType() {
    #expect(ObjectMetadata(Tree([:])).contentType == "application/octet-stream")
    #expect(ObjectMetadata(.null).custom == [:])
  }
}
