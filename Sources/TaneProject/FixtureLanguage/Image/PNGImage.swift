import TaneCore

/// An image of two colors, with its PNG encoding.
///
/// See <https://www.w3.org/TR/png-3/>.
struct PNGImage {
  private let width: Int
  private let height: Int
  /// The red, green and blue components of the background color, followed by the components of the
  /// text color.
  private let palette: [UInt8]
  /// The lines of the image, each with a filter byte followed by one bit per pixel.
  private var lines: [UInt8]

  private var lineLength: Int { 1 + (width + 7) / 8 }

  /// Creates an image filled with the background color.
  init(width: Int, height: Int, palette: [UInt8]) {
    (self.width, self.height, self.palette) = (width, height, palette)
    lines = []
    lines = [UInt8](repeating: 0, count: lineLength * height)
  }

  /// Fills a square of pixels with the text color; pixels outside the image are ignored.
  mutating func fill(x: Int, y: Int, size: Int) {
    for row in (y..<y + size).clamped(to: 0..<height) {
      for column in (x..<x + size).clamped(to: 0..<width) {
        lines[row * lineLength + 1 + column / 8] |= 0x80 >> UInt8(column % 8)
      }
    }
  }

  /// The bytes of the PNG file.
  var bytes: [UInt8] {
    // Each pixel is a one-bit index into the palette, and the image is not interlaced.
    let header = Self.number(width) + Self.number(height) + [1, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("PLTE", palette) + Self.chunk("IDAT", Self.zlib(lines)) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return number(data.count) + content + number(Int(CRC32.checksum(of: content)))
  }

  private static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the bytes as a zlib stream of uncompressed blocks.
  ///
  /// See RFC 1950 and RFC 1951, 3.2.4.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return result + number(Int(adler32(bytes)))
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (1 as UInt32, 0 as UInt32)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
