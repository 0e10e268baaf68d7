/// One node of the arena: 32 bytes, no reference, children found by index.
///
/// `payload` holds, by kind: a boolean or an integer's bits; a double's bits; the range of a text
/// (offset in the upper half, length in the lower); the children (first index, count).
struct NodeRecord: Sendable {
  var payload: UInt64
  var keyOffset: UInt32
  var keyLength: UInt32
  /// Kind in bits 0–3, tag in bits 4–7, file in bits 8–31.
  private var packed: UInt32
  /// The value's distance from the start of its file, in Unicode scalars.
  var valueOffset: UInt32
  /// The key's distance from the start of its file, in Unicode scalars.
  var keyPosition: UInt32

  /// The key length of a root and of a list's element; an empty key has length 0.
  static let noKey = UInt32.max

  /// The most files that one tree can come from.
  static let maximumFiles = 1 << 24

  init(kind: NodeKind, tag: NodeTag, payload: UInt64, file: Int, valueOffset: UInt32) {
    self.payload = payload
    self.keyOffset = 0
    self.keyLength = Self.noKey
    self.packed = UInt32(kind.rawValue) | UInt32(tag.rawValue) << 4 | UInt32(file) << 8
    self.valueOffset = valueOffset
    self.keyPosition = valueOffset
  }

  var kind: NodeKind {
    // Only `init` writes the bits, from a `NodeKind`.
    unsafeBitCast(UInt8(truncatingIfNeeded: packed & 0xF), to: NodeKind.self)
  }

  var tag: NodeTag {
    get { unsafeBitCast(UInt8(truncatingIfNeeded: packed >> 4 & 0xF), to: NodeTag.self) }
    set { packed = packed & ~0xF0 | UInt32(newValue.rawValue) << 4 }
  }

  var file: Int {
    get { Int(packed >> 8) }
    set { packed = packed & 0xFF | UInt32(newValue) << 8 }
  }

  var textRange: Range<Int> {
    let start = Int(payload >> 32)
    return start..<start + Int(payload & 0xFFFF_FFFF)
  }

  var childRange: Range<Int> {
    let first = Int(payload >> 32)
    return first..<first + Int(payload & 0xFFFF_FFFF)
  }

  var hasKey: Bool { keyLength != Self.noKey }

  var keyRange: Range<Int> {
    let start = Int(keyOffset)
    return start..<start + (hasKey ? Int(keyLength) : 0)
  }

  static func pack(_ upper: Int, _ lower: Int) -> UInt64 {
    UInt64(UInt32(upper)) << 32 | UInt64(UInt32(lower))
  }
}
