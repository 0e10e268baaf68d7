package import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rendering of binary values by size and checksum, which are easier to compare.
package enum BytesText {
  /// Returns the size and CRC-32C checksum of a `!bytes` value, or nil if its text is not valid
  /// Base64.
  package static func render(_ tree: Tree) -> String? {
    guard tree.tag == .bytes, let text = tree.string, let data = Data(base64Encoded: text)
    else { return nil }
    return
      "!bytes \(ByteCountText.render(data.count)), \(checksum(CRC32C.checksum(of: [UInt8](data))))"
  }

  /// Returns a checksum as eight hexadecimal digits, such as `crc32c 9a71bb4c`.
  package static func checksum(_ checksum: UInt32) -> String { "crc32c \(checksum.hexadecimal)" }
}
