import Crypto
import TaneCore
import TaneFormats

/// A digest of what fixtures say of a node, for telling whether it is still the same.
enum TreeDigest {
  /// The SHA-256 digest of a tree in stored form as JSON, after the addresses of which only listed keys
  /// count, in hexadecimal digits; nil for a tree that JSON cannot hold.
  static func of(_ tree: Tree, leavingAlone addresses: [String]) -> String? {
    var hash = SHA256()
    for address in addresses { hash.update(data: Array("\(address)\n".utf8)) }
    guard
      (try? JSONWriter(.compact, keyOrder: .key).write(
        tree,
        to: { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
      )) != nil
    else { return nil }
    return hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
