import Crypto
import TaneCore
import TaneFormats

/// A digest of a content, for telling whether it is still the same.
///
/// It is taken of the values themselves and not of a text of them, so that what is unchanged is never encoded.
struct TreeDigest: Sendable, Equatable {
  /// The 32 bytes of SHA-256.
  let bytes: [UInt8]

  /// The digest in hexadecimal digits.
  var text: String { Self.hexadecimal(bytes) }

  /// Digests a content, after the addresses of which only listed keys count.
  init(of tree: Tree, leavingAlone addresses: [String] = []) {
    var hash = SHA256()
    for address in addresses { hash.update(data: Array("\(address)\n".utf8)) }
    tree.forEachBytePiece { hash.update(bufferPointer: $0) }
    bytes = Array(hash.finalize())
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

  /// Bytes in hexadecimal digits.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }
}
