import TaneCore
import Testing

@Suite("Object metadata in fixtures")
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

  @Test("Object metadata converted to a tree and back is unchanged", arguments: examples.indices)
  func roundTrip(_ index: Int) {
    let (metadata, literal) = Self.examples[index]
    #expect(metadata.tree == Tree(literal))
    #expect(ObjectMetadata(Tree(literal)) == metadata)
  }

  @Test("The content type of object metadata defaults to application/octet-stream")
  func noType() {
    #expect(ObjectMetadata(Tree([:])).contentType == "application/octet-stream")
    #expect(ObjectMetadata(.null).custom == [:])
  }
}
