import TestSupport
import TaneCore
import Testing

@testable import TaneEmbedded

@Suite("Encoding of documents")
struct DocumentKeyTests {
  private static let segments = [
    "a", "ab", "a\u{0}", "a\u{0}b", "a\u{1}", "b", "\u{0}", "é", "e\u{301}", "店", "\u{FF61}", "🍜",
    "__id0__", "__id-1__", "__id9__", "__id10__", "__id9223372036854775807__",
    "__id-9223372036854775808__", "__id07__", "__id__", "__idx__", "__name__",
  ]

  @Test("Document keys sort like their paths and decode to them")
  func order() {
    var generator = SeededGenerator(seed: 5)
    let paths = (0..<300).map { _ in
      DocumentPath(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          Self.segments[Int.random(in: Self.segments.indices, using: &generator)]
        }
      )
    }
    let keys = paths.map { DocumentKey.encode($0.segments) }
    for (left, leftKey) in zip(paths, keys) {
      #expect(DocumentKey.decode(leftKey).map { DocumentPath($0) } == left)
      for (right, rightKey) in zip(paths, keys) {
        #expect(leftKey.lexicographicallyPrecedes(rightKey) == (left < right), "\(left) \(right)")
        let isBelow =
          !rightKey.lexicographicallyPrecedes(leftKey)
          && rightKey.lexicographicallyPrecedes(DocumentKey.endOfPrefix(leftKey))
        #expect(isBelow == (left == right || left.isAncestor(of: right)))
      }
    }
  }

  @Test("Damaged document keys are rejected")
  func damagedKeys() {
    for key in [[0], [3], [1, 0], [2], [2, 65], [2, 65, 0], [2, 65, 0, 2]] as [[UInt8]] {
      #expect(DocumentKey.decode(key) == nil)
    }
  }

  @Test("Truncated or damaged document fields are rejected safely")
  func damagedFields() throws {
    let fields: DocumentFields = [
      "a": .array([.integer(1), .string("麺屋"), .map(["b": .double(0.5), "c": .bytes([1, 2, 3])])]),
      "g": GeographicPoint(latitude: 1, longitude: 2).map { .geoPoint($0) } ?? .null,
      "t": .timestamp(DocumentTimestamp(microseconds: -5)),
      "long": .string(String(repeating: "x", count: 300)),
    ]
    let bytes = DocumentFieldsWriter.bytes(of: fields)
    #expect(try DocumentFieldsReader.fields(of: bytes) == fields)
    for count in bytes.indices {
      #expect(throws: DocumentFieldsReader.Damage.self) {
        try DocumentFieldsReader.fields(of: Array(bytes[..<count]))
      }
    }
    #expect(throws: DocumentFieldsReader.Damage.self) {
      try DocumentFieldsReader.fields(of: bytes + [0])
    }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      var damaged = bytes
      let index = Int.random(in: damaged.indices, using: &generator)
      damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
      _ = try? DocumentFieldsReader.fields(of: damaged)
    }
    let levels: [[UInt8]] = Array(repeating: [10, 1], count: 100)
    let deep: [UInt8] = [1, 1, 97] + levels.joined() + [0]
    #expect(throws: DocumentFieldsReader.Damage.self) { try DocumentFieldsReader.fields(of: deep) }
  }
}
