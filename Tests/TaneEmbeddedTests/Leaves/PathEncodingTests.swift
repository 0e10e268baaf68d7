import TestSupport
import TaneCore
import Testing

@testable import TaneEmbedded

@Suite("Binary encoding of paths")
struct PathEncodingTests {
  private static let paths: [TreePath] = {
    var generator = KeyGenerator(seed: 7)
    return (0..<3000).map { _ in generator.path() }
  }()

  @Test("Any encoded path decodes to the same path")
  func roundTrip() {
    for path in Self.paths {
      let decoded = PathEncoding.decode(PathEncoding.encode(path))
      #expect(decoded?.components.map { Array($0.utf8) } == path.components.map { Array($0.utf8) })
    }
  }

  @Test("Encoded keys sort in the key order of the Realtime Database")
  func keyOrder() {
    var generator = KeyGenerator(seed: 11)
    let keys = (0..<1500).map { _ in generator.key() }
    for (left, right) in zip(keys, keys.dropFirst().shuffled(seed: 3)) {
      let encoded = (encode(left), encode(right))
      let precedes = encoded.0.lexicographicallyPrecedes(encoded.1)
      #expect(
        precedes == KeyOrder.precedes(left, right),
        "\(left.debugDescription) \(right.debugDescription)"
      )
    }
  }

  @Test("Encoded paths sort in the order of a walk by key")
  func pathOrder() {
    for (left, right) in zip(Self.paths, Self.paths.dropFirst().shuffled(seed: 5)) {
      let encoded = (PathEncoding.encode(left), PathEncoding.encode(right))
      #expect(encoded.0.lexicographicallyPrecedes(encoded.1) == walks(left, before: right))
    }
  }

  @Test("An encoded path is a prefix of exactly the paths below it")
  func prefixes() {
    var generator = KeyGenerator(seed: 13)
    for path in Self.paths.prefix(1000) {
      let below = path.appending(generator.key())
      let other = generator.path()
      #expect(PathEncoding.encode(below).starts(with: PathEncoding.encode(path)))
      #expect(
        PathEncoding.encode(other).starts(with: PathEncoding.encode(path))
          == keysStart(other, with: path)
      )
    }
  }

  @Test("The bounds of a path enclose exactly the paths below it")
  func bounds() {
    var generator = KeyGenerator(seed: 17)
    for path in Self.paths.prefix(500) {
      let range = LeafRange(subtreeOf: PathEncoding.encode(path))
      for other in [path, path.appending(generator.key()), generator.path()] {
        let encoded = PathEncoding.encode(other)
        let isInside =
          !encoded.lexicographicallyPrecedes(range.lower)
          && encoded.lexicographicallyPrecedes(range.upper)
        #expect(isInside == keysStart(other, with: path))
      }
    }
  }

  @Test("The path encoding has a fixed format on disk")
  func fixedForm() {
    #expect(
      PathEncoding.encode("/shops/-1") == [2, 0x73, 0x68, 0x6F, 0x70, 0x73, 0]
        + [1, 0x7F, 0xFF, 0xFF, 0xFF, 0, 2, 0x2D, 0x31]
    )
    #expect(PathEncoding.encode("/🍜") == [2, 0xED, 0xA0, 0xBC, 0xED, 0xBD, 0x9C, 0])
    #expect(PathEncoding.encode("/店") == [2, 0xE5, 0xBA, 0x97, 0])
    #expect(PathEncoding.encode(TreePath(["\u{0}"])) == [2, 0xC0, 0x80, 0])
  }

  @Test("A truncated path or one with another tag is rejected")
  func damage() {
    let whole = PathEncoding.encode("/shops/12/name")
    let ends = [0, 7, 16, whole.count]
    for length in 0...whole.count {
      let decoded = PathEncoding.decode(Array(whole.prefix(length)))
      #expect((decoded != nil) == ends.contains(length))
    }
    #expect(PathEncoding.decode([3]) == nil)
    #expect(PathEncoding.decode([0]) == nil)
  }

  private func encode(_ key: String) -> [UInt8] {
    var bytes: [UInt8] = []
    PathEncoding.append(key, to: &bytes)
    return bytes
  }

  /// A second implementation of the order of paths, without Swift's string equality.
  private func walks(_ left: TreePath, before right: TreePath) -> Bool {
    for (leftKey, rightKey) in zip(left.components, right.components)
    where !leftKey.utf8.elementsEqual(rightKey.utf8) {
      return KeyOrder.precedes(leftKey, rightKey)
    }
    return left.components.count < right.components.count
  }

  private func keysStart(_ path: TreePath, with prefix: TreePath) -> Bool {
    path.components.map { Array($0.utf8) }.starts(with: prefix.components.map { Array($0.utf8) })
  }
}

extension Sequence {
  fileprivate func shuffled(seed: UInt64) -> [Element] {
    var random = SeededGenerator(seed: seed)
    return shuffled(using: &random)
  }
}
