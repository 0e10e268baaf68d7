import TestSupport
import TaneCore
import TaneFormats
import TaneTesting
import TaneServices
import Testing

@Suite("Objects in the Cloud Storage APIs")
struct ObjectRoundTripTests {
  private func read(_ json: TreeLiteral) throws -> Tree {
    try JSONText.object(of: Array(try JSONWriter(.compact).write(Tree(json)).utf8))
  }

  @Test(
    "An object with a negative size, or one above Cloud Storage's limit, is rejected",
    arguments: [("0", true), ("5497558138880", true), ("5497558138881", false), ("-1", false)]
  )
  func sizes(size: String, isValid: Bool) throws {
    let json = Tree([
      "name": "a", "generation": "1", "metageneration": "1", "crc32c": "AAAAAA==",
      "size": .string(size),
    ])
    #expect((ObjectResource(json) != nil) == isValid)
  }

  @Test(
    "Any object is unchanged after encoding and decoding with its download tokens",
    arguments: 0..<50 as Range<UInt64>
  )
  func objects(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var object = random.object()
    let plain = object
    let tokens = random.maybe { _ in "one,two" }
    object.metadata.custom[ObjectMetadata.downloadTokensKey] = tokens
    let written = ObjectResource(object: object, bucket: "b")
    let found = try #require(ObjectResource(try read(written.cloud(origin: "http://h"))))
    #expect(found.object == plain)
    #expect(found.downloadTokens == tokens)
    #expect(found.tokens == (tokens == nil ? [] : ["one", "two"]))
    let firebase = try read(written.firebase)
    #expect(firebase["downloadTokens"]?.string == tokens)
    #expect(firebase["metadata"]?[ObjectMetadata.downloadTokensKey] == nil)
  }

  @Test(
    "Metadata of uploads and changes is unchanged after encoding and decoding",
    arguments: 0..<50 as Range<UInt64>
  )
  func metadata(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (random.metadata(), random.metadata())
    let upload = MetadataChange(try read(.map(new.uploadFields())))
    #expect(try upload.applied(to: ObjectMetadata()) == new)
    let change = MetadataChange(try read(.map(new.patchFields(replacing: old))))
    #expect(try change.applied(to: old) == new)
  }

  @Test(
    "Preconditions are unchanged after encoding and decoding",
    arguments: 0..<20 as Range<UInt64>
  )
  func preconditions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let precondition = ObjectPrecondition(
      generation: random.maybe { $0.integer() },
      excludedGeneration: random.maybe { $0.integer() },
      metageneration: random.maybe { $0.integer() },
      excludedMetageneration: random.maybe { $0.integer() }
    )
    let parameters = Dictionary(
      precondition.parameters.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    let found = ObjectPrecondition(isSource: false) { name in parameters[name].flatMap { Int64($0) }
    }
    #expect(found == precondition)
  }

  @Test("Checksums are encoded as four bytes in big-endian order")
  func checksums() {
    #expect(ObjectResource.text(ofChecksum: 0xE306_9283) == "4waSgw==")
    #expect(ObjectResource.checksum("4waSgw==") == 0xE306_9283)
    #expect(ObjectResource.checksum("4waS") == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func object() -> StoredObject {
    StoredObject(
      name: name(),
      size: number(0..<1_000_000),
      md5Hash: maybe { _ in "1B2M2Y8AsgTpgAmY7PhCfg==" },
      crc32c: UInt32(truncatingIfNeeded: integer()),
      generation: integer(),
      metageneration: integer(),
      timeCreated: milliseconds(),
      updated: milliseconds(),
      metadata: metadata()
    )
  }

  fileprivate mutating func metadata() -> ObjectMetadata {
    let entries = list { ($0.name(), $0.text()) }
    return ObjectMetadata(
      contentType: name(),
      cacheControl: maybe { $0.text() },
      contentDisposition: maybe { $0.text() },
      contentEncoding: maybe { $0.text() },
      contentLanguage: maybe { $0.text() },
      custom: Dictionary(entries, uniquingKeysWith: { first, _ in first })
    )
  }
}
