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
    var input = Input()
    for address in addresses { input.append(text: "\(address)\n") }
    input.append(tree)
    bytes = input.finish()
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

  /// What is digested, in pieces.
  private struct Input {
    private static let pieceSize = 64 * 1024

    private var hash = SHA256()
    private var piece: [UInt8] = []

    init() { piece.reserveCapacity(Self.pieceSize + 1024) }

    mutating func append(text: String) { piece.append(contentsOf: text.utf8) }

    /// Appends a node: what it is, its value and its children with their keys, each with its length before it.
    mutating func append(_ tree: Tree) {
      let kind = tree.kind
      piece.append(kind.rawValue << 4 | tree.tag.rawValue)
      switch kind {
      case .null: break
      case .bool: piece.append(tree.bool == true ? 1 : 0)
      case .integer: append(number: UInt64(bitPattern: tree.integer ?? 0))
      case .double: append(number: (tree.double ?? 0).bitPattern)
      case .string, .decimal: tree.withTextBytes { append(bytes: $0) }
      case .list, .map:
        let children = tree.children
        append(number: UInt64(children.count))
        for child in children {
          if kind == .map { child.withKeyBytes { append(bytes: $0) } }
          append(child)
        }
      }
      if piece.count >= Self.pieceSize { drain() }
    }

    mutating func finish() -> [UInt8] {
      drain()
      return Array(hash.finalize())
    }

    private mutating func append(bytes: UnsafeBufferPointer<UInt8>) {
      append(number: UInt64(bytes.count))
      piece.append(contentsOf: bytes)
    }

    private mutating func append(number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { piece.append(contentsOf: $0) }
    }

    private mutating func drain() {
      hash.update(data: piece)
      piece.removeAll(keepingCapacity: true)
    }
  }
}
