import TaneCore
import Testing

@testable import TaneRendering

@Suite("Texts of objects")
struct ObjectTextTests {
  @Test("The summary of an object contains everything that is compared")
  func summary() {
    let metadata = ObjectMetadata(
      contentType: "text/plain",
      cacheControl: "no-store",
      contentDisposition: "inline",
      contentEncoding: "gzip",
      contentLanguage: "ja",
      custom: ["b": "2", "a": "1"]
    )
    let object = Resource(
      Address(bucket: "images", object: "a.txt"),
      metadata.tree,
      blob: BlobDigest(size: 3, crc32c: 0x2A94_B2E9)
    )
    #expect(
      ObjectText.summary(of: object)
        == "text/plain, 3 B, crc32c 2a94b2e9, cache no-store, disposition inline, encoding gzip, "
        + "language ja, a=1, b=2"
    )
  }
}
