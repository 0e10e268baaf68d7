import TaneCore
import Testing

@Suite("Descriptions of stored objects")
struct StoredObjectTests {
  @Test("An object's metageneration counts changes and restarts after the greatest integer")
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
