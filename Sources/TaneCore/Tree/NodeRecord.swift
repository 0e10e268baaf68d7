/// A node in the arena: 28 bytes, without references; children are identified by index.
///
/// Depending on the kind, `payload` contains a Boolean, the bits of an integer or a double, the
/// range of a string (offset in the upper half, length in the lower), or the children (first index,
/// count). The payload is split into two halves, since a 64-bit member would pad each record by 4
/// bytes.
struct NodeRecord: Sendable {
  private var upper: UInt32
  private var lower: UInt32
  var keyOffset: UInt32
  var keyLength: UInt32
  /// The kind in bits 0–3, the tag in bits 4–7, the file in bits 8–31.
  private var packed: UInt32
  /// The value's offset from the start of its file, in Unicode scalars.
  var valueOffset: UInt32
  /// The key's offset from the start of its file, in Unicode scalars.
  var keyPosition: UInt32

  /// The key length of a node without a key, since an empty key has length 0.
  static let noKey = UInt32.max

  /// The bit of `keyLength` that marks a list element.
  ///
  /// The key offset of an element is its index, whose text is in `IndexKeys`. The elements of a
  /// list can therefore also be the entries of the map that replaces the list in stored form.
  private static let indexKey: UInt32 = 1 << 31

  /// The maximum number of files in one tree.
  static let maximumFiles = 1 << 24

  init(kind: NodeKind, tag: NodeTag, payload: UInt64, file: Int, valueOffset: UInt32) {
    (upper, lower) = (UInt32(payload >> 32), UInt32(truncatingIfNeeded: payload))
    self.keyOffset = 0
    self.keyLength = Self.noKey
    self.packed = UInt32(kind.rawValue) | UInt32(tag.rawValue) << 4 | UInt32(file) << 8
    self.valueOffset = valueOffset
    self.keyPosition = valueOffset
  }

  var payload: UInt64 {
    get { UInt64(upper) << 32 | UInt64(lower) }
    set { (upper, lower) = (UInt32(newValue >> 32), UInt32(truncatingIfNeeded: newValue)) }
  }

  var kind: NodeKind {
    // The bits are only written from a `NodeKind`.
    get { unsafeBitCast(UInt8(truncatingIfNeeded: packed & 0xF), to: NodeKind.self) }
    set { packed = packed & ~0xF | UInt32(newValue.rawValue) }
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
    let start = Int(upper)
    return start..<start + Int(lower)
  }

  var childRange: Range<Int> {
    let first = Int(upper)
    return first..<first + Int(lower)
  }

  /// Returns true if two containers have the same children, all among the first nodes that their
  /// memories share.
  @inline(__always)
  func hasSameChildren(as other: NodeRecord, sharing shared: Int) -> Bool {
    (upper, lower) == (other.upper, other.lower) && Int(upper) + Int(lower) <= shared
  }

  var hasKey: Bool { keyLength != Self.noKey }

  /// A Boolean value indicating whether the key is a list index.
  var hasIndexKey: Bool { hasKey && keyLength & Self.indexKey != 0 }

  /// The length of the key in bytes, or 0 if there is no key.
  var keyCount: Int { hasKey ? Int(keyLength & ~Self.indexKey) : 0 }

  /// Returns the bytes of the key; `text` is the text in the node's memory.
  @inline(__always)
  func key(in text: JoinedMemory<UInt8>) -> UnsafeBufferPointer<UInt8> {
    if hasIndexKey { return IndexKeys.text(of: keyOffset, length: keyCount) }
    return text[Int(keyOffset)..<Int(keyOffset) + keyCount]
  }

  mutating func setKey(index: Int) {
    keyOffset = UInt32(index)
    keyLength = Self.indexKey | UInt32(IndexKeys.length(of: keyOffset))
  }

  static func pack(_ upper: Int, _ lower: Int) -> UInt64 {
    UInt64(UInt32(upper)) << 32 | UInt64(UInt32(lower))
  }
}
