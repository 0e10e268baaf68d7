package import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Binary values by their size and checksum, which is what people compare of them.
package enum BytesText {
  /// The size and the CRC-32C checksum of a `!bytes` value; nil where its text is not valid base64.
  package static func render(_ tree: Tree) -> String? {
    guard tree.tag == .bytes, let text = tree.string, let data = Data(base64Encoded: text)
    else { return nil }
    return
      "!bytes \(ByteCountText.render(data.count)), \(checksum(CRC32C.checksum(of: [UInt8](data))))"
  }

  /// A checksum in eight hexadecimal digits: `crc32c 9a71bb4c`.
  package static func checksum(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return "crc32c \(String(repeating: "0", count: 8 - digits.count))\(digits)"
  }
}
