import Crypto
import Synchronization
import TaneCore
import TaneFormats

/// A digest of a content, for telling whether it is still the same.
///
/// It is taken of the values themselves and not of a text of them, so that what is unchanged is never encoded. That of a
/// large tree is the digest of a list of its pieces' digests, which tell where it differs from another one.
struct TreeDigest: Sendable {
  /// The 32 bytes of SHA-256.
  let bytes: [UInt8]
  /// The maps of a large tree that are in pieces; none of a small one.
  let maps: [CutMap]
  /// The digests of the pieces.
  let pieces: PieceList

  /// The digest in hexadecimal digits.
  var text: String { Self.hexadecimal(bytes) }

  /// Whether the tree is a large one in pieces.
  var isCut: Bool { !maps.isEmpty }

  /// Digests a content.
  init(of tree: Tree) {
    maps = tree.cut()
    pieces = PieceList(
      maps: maps.map { map in
        let digests = map.pieces.parallelMap { entries in
          Self.hexadecimal(Self.sha256 { map.map.forEachBytePiece(ofEntries: entries, $0) })
        }
        return PieceList.Map(path: map.path, digests: digests)
      }
    )
    let digested = maps.isEmpty ? tree : pieces.tree
    bytes = Array(Self.sha256 { digested.forEachBytePiece($0) })
  }

  /// The digest of a tree's text as compact JSON with sorted keys, which others can compute as well: `sha256:` and 64
  /// hexadecimal digits.
  static func ofText(_ tree: Tree) throws -> String {
    var hash = SHA256()
    try JSONWriter(.compact, keyOrder: .key).write(tree) {
      hash.update(bufferPointer: UnsafeRawBufferPointer($0))
    }
    return "sha256:" + hexadecimal(hash.finalize())
  }

  private static func sha256(
    of forEachPiece: ((UnsafeRawBufferPointer) -> Void) -> Void
  ) -> SHA256Digest {
    var hash = SHA256()
    forEachPiece { hash.update(bufferPointer: $0) }
    return hash.finalize()
  }

  /// Bytes in hexadecimal digits.
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
  /// A map and its pieces, in their order.
  struct Map: Sendable {
    let path: TreePath
    let digests: [String]
  }

  /// The maps, one above another before it.
  let maps: [Map]

  /// The list as it is kept and digested.
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
  /// The list that a tree stands for; nil for another tree.
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

/// The digests of the large contents that were digested last: each is asked for several times in a run.
final class LastDigests: Sendable {
  private static let most = 4

  private let last = Mutex<[(content: Tree, digest: TreeDigest)]>([])

  /// The digest of a content.
  func digest(of content: Tree) -> TreeDigest {
    if let known = last.withLock({ $0.first { $0.content == content } }) { return known.digest }
    let digest = TreeDigest(of: content)
    if digest.isCut {
      last.withLock { $0 = $0.suffix(Self.most - 1) + [(content, digest)] }
    }
    return digest
  }
}
