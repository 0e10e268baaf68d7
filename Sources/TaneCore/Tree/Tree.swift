/// A value from a fixture, a file or a store: a scalar, a list or a map, with a source position for
/// every node.
///
/// A tree is a view of a node in a flat, immutable arena, so accessing a child is cheap, and a tree
/// with millions of leaves consists of two arrays. Children of a map are in the Realtime Database's
/// key order (`KeyOrder`), those of a list in index order.
///
/// ```swift
/// let tree = Tree(["shops": [["id": 0, "name": "麺屋"]]])
/// tree["shops"]?[0]["name"]?.string  // "麺屋"
/// ```
public struct Tree: Sendable {
  let storage: TreeStorage
  private let number: UInt32
  /// A Boolean value indicating whether the node is a list element, which has no key.
  private let isElement: Bool

  init(storage: TreeStorage, index: Int, isElement: Bool = false) {
    self.storage = storage
    self.number = UInt32(index)
    self.isElement = isElement
  }

  /// A tree that consists of a single null.
  public static let null = Tree(.null)

  /// The index of the node in its memory.
  var index: Int { Int(number) }

  var record: NodeRecord { storage.record(index) }

  /// A Boolean value indicating whether the node's parent is a map.
  var hasKey: Bool { !isElement && record.hasKey }

  /// The kind of the node's value.
  public var kind: NodeKind { record.kind }

  /// The tag of the node.
  public var tag: NodeTag { record.tag }

  /// A Boolean value indicating whether the node is null and has no tag.
  public var isNull: Bool { kind == .null && tag == .none }

  /// The key of the node in its parent, or nil if the node is a root or a list element.
  public var key: String? {
    hasKey ? withKeyBytes { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// The Boolean value, or nil if the node is of another kind.
  public var bool: Bool? { kind == .bool ? record.payload != 0 : nil }

  /// The integer, or nil if the node is of another kind.
  public var integer: Int64? {
    kind == .integer ? Int64(bitPattern: record.payload) : nil
  }

  /// The floating-point number, or nil if the node is of another kind.
  public var double: Double? { kind == .double ? Double(bitPattern: record.payload) : nil }

  /// The string, or nil if the node is of another kind.
  public var string: String? { kind == .string ? storage.string(record.textRange) : nil }

  /// The original digits of a number that no 64-bit type represents exactly, or nil if the node is
  /// of another kind.
  public var decimal: String? { kind == .decimal ? storage.string(record.textRange) : nil }

  /// The length of a string in bytes of UTF-8, or 0 if the node is not a string.
  package var utf8Count: Int { kind == .string ? record.textRange.count : 0 }

  /// The position of the value in its file, or nil if it was not read from one.
  public var position: SourcePosition? {
    storage.position(file: record.file, offset: record.valueOffset)
  }

  /// The position of the key in its file, or of the value if it has no key.
  public var keyPosition: SourcePosition? {
    storage.position(file: record.file, offset: record.keyPosition)
  }

  /// The name of the node's file, or nil if it was not read from one.
  package var fileName: String? {
    record.file < storage.sources.count ? storage.sources[record.file].name : nil
  }

  /// Calls `body` with the UTF-8 bytes of the node's key; the buffer is empty if it has no key.
  package func withKeyBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try storage.withKey(of: keyedRecord, body)
  }

  /// Calls `body` with the UTF-8 bytes of a string or a decimal; the buffer is empty for other
  /// kinds.
  package func withTextBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try storage.withText(textRange, body)
  }

  // Functions that are called for each of a million nodes are not generic, because generic code is
  // not specialized across modules.

  /// Calls `body` with the UTF-8 bytes of the node's key; the buffer is empty if it has no key.
  package func withKeyBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try storage.withKey(of: keyedRecord, body)
  }

  /// Calls `body` with the UTF-8 bytes of a string or a decimal; the buffer is empty for other
  /// kinds.
  package func withTextBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try storage.withText(textRange, body)
  }

  /// The node's record; for a list element, without the index that is stored as its key.
  private var keyedRecord: NodeRecord {
    var record = record
    if isElement { (record.keyOffset, record.keyLength) = (0, NodeRecord.noKey) }
    return record
  }

  private var textRange: Range<Int> {
    let record = record
    return record.kind == .string || record.kind == .decimal ? record.textRange : 0..<0
  }
}
