import TaneCore
import Testing

@Suite("The description of a stored object")
struct StoredObjectTests {
  @Test("An object counts its metadata changes, and starts again after the greatest integer")
  func metageneration() {
    func next(after number: Int64) -> Int64 {
      let object = StoredObject(
        name: "a",
        size: 0,
        md5Hash: nil,
        crc32c: 0,
        generation: 1,
        metageneration: number,
        timeCreated: 0,
        updated: 0,
        metadata: ObjectMetadata()
      )
      return object.with(ObjectMetadata(contentType: "text/plain"), updated: 1).metageneration
    }
    #expect(next(after: 1) == 2)
    #expect(next(after: .max) == 1)
  }
}
