import Crypto
import Synchronization
import TaneCore
import TaneFormats

/// A digest of a tree, for detecting changes.
///
/// It is computed from the tree's bytes instead of its JSON text, so unchanged values are never
/// encoded. The digest of a large tree is computed from its pieces' digests, which show where the
/// tree differs from another tree.
struct TreeDigest: Sendable {
  /// The SHA-256 digest, 32 bytes.
  let bytes: [UInt8]
  /// The maps of a large tree, divided into pieces; empty if the tree is small.
  let maps: [DividedMap]
  let pieces: PieceList

  /// The digest in hexadecimal.
  var text: String { Self.hexadecimal(bytes) }

  /// A Boolean value indicating whether the tree is large and therefore divided into pieces.
  var isDivided: Bool { !maps.isEmpty }

  /// Computes the digest of a tree.
  init(of tree: Tree) {
    maps = tree.dividedMaps()
    pieces = PieceList(
      maps: maps.map { map in
        let digests = map.pieces.parallelMap { entries in
          Self.hexadecimal(Self.sha256 { map.map.forEachByteChunk(ofEntries: entries, $0) })
        }
        return PieceList.Map(path: map.path, digests: digests)
      }
    )
    let digested = maps.isEmpty ? tree : pieces.tree
    bytes = Array(Self.sha256 { digested.forEachByteChunk($0) })
  }

  /// Returns the digest of a tree as compact JSON with sorted keys, which other programs can
  /// compute as well: `sha256:` and 64 hexadecimal digits.
  static func textDigest(of tree: Tree) throws -> String {
    var hash = SHA256()
    try JSONWriter(.compact, keyOrder: .key).write(tree) {
      hash.update(bufferPointer: UnsafeRawBufferPointer($0))
    }
    return "sha256:" + hexadecimal(hash.finalize())
  }

  /// Returns the digest of a range of a map's entries in hexadecimal; equal numbers, such as 1 and
  /// 1.0, have the same digest.
  static func text(of map: Tree, entries: Range<Int>) -> String {
    hexadecimal(
      sha256 { map.forEachByteChunk(ofEntries: entries, withEqualNumbers: true, $0) }
    )
  }

  private static func sha256(
    of forEachChunk: ((UnsafeRawBufferPointer) -> Void) -> Void
  ) -> SHA256Digest {
    var hash = SHA256()
    forEachChunk { hash.update(bufferPointer: $0) }
    return hash.finalize()
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits: StaticString = "0123456789abcdef"
    var text: [UInt8] = []
    text.reserveCapacity(2 * SHA256.byteCount)
    for byte in bytes {
      text.append(digits.utf8Start[Int(byte >> 4)])
      text.append(digits.utf8Start[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The digests of the pieces of a large tree.
struct PieceList: Sendable {
  /// A map with the digests of its pieces, in order.
  struct Map: Sendable {
    let path: TreePath
    let digests: [String]
  }

  /// The maps, each before the maps inside it.
  let maps: [Map]

  /// The stored form of the list, from which the digest is computed.
  var tree: Tree {
    Tree(
      .list(
        maps.map { map in
          .list([.string("\(map.path)"), .list(map.digests.map { .string($0) })])
        }
      )
    )
  }
}

extension PieceList {
  /// Returns true if another list contains at least half of this list's pieces.
  func isSimilar(to other: PieceList) -> Bool {
    let (own, theirs) = (Set(maps.flatMap(\.digests)), Set(other.maps.flatMap(\.digests)))
    return own.intersection(theirs).count >= own.count / 2
  }

  /// Creates a list from its stored form, or returns nil if the tree is invalid.
  init?(_ tree: Tree) {
    var maps: [Map] = []
    for map in tree.children {
      guard map.children.count == 2, let path = map[0].string else { return nil }
      let digests = map[1].children.compactMap(\.string)
      maps.append(Map(path: TreePath(parsing: path), digests: digests))
    }
    guard maps.first?.path == .root else { return nil }
    self.maps = maps
  }
}

/// A cache of the digests of large trees, each of which is requested several times in a run.
final class DigestCache: Sendable {
  private static let maximumCount = 4

  private let last = Mutex<[(content: Tree, digest: TreeDigest)]>([])

  func digest(of content: Tree) -> TreeDigest {
    if let known = last.withLock({ $0.first { $0.content == content } }) { return known.digest }
    let digest = TreeDigest(of: content)
    if digest.isDivided {
      last.withLock { $0 = $0.suffix(Self.maximumCount - 1) + [(content, digest)] }
    }
    return digest
  }
}
