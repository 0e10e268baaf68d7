import TaneProject
import Testing

@Suite("Object URLs")
struct ObjectURLTests {
  @Test(
    "An object URL contains a bucket and an object name",
    arguments: [
      ("gs://b/a/1.jpg", "b", "a/1.jpg"), ("gs://b/a%20b", "b", "a%20b"),
      ("https://storage.googleapis.com/b/a/%E9%BA%BA.jpg?x=1#y", "b", "a/麺.jpg"),
      ("https://b.storage.googleapis.com/a/1.jpg", "b", "a/1.jpg"),
      (
        "https://firebasestorage.googleapis.com/v0/b/b/o/a%2F1.jpg?alt=media&token=t", "b",
        "a/1.jpg"
      ),
      (
        "http://127.0.0.1:9199/v0/b/b.appspot.com/o/a%2F1.jpg?alt=media", "b.appspot.com", "a/1.jpg"
      ),
    ]
  )
  func names(text: String, bucket: String, object: String) throws {
    let url = try #require(ObjectURL(text))
    #expect(url.bucket == bucket)
    #expect(url.object == object)
  }

  @Test(
    "Text that is not an object URL is rejected",
    arguments: [
      "", "gs://", "gs://b", "gs://b/", "https://storage.googleapis.com/b",
      "storage.googleapis.com/b/a",
      "https://example.com/b/a", "https://example.com/o/v0/b/a", "ftp://storage.googleapis.com/b/a",
    ]
  )
  func others(text: String) { #expect(ObjectURL(text) == nil) }
}
