/// A value read from a fixture, a file or a store: a scalar, a list or a map, with every node's place.
///
/// A tree is a view of one node in a flat, immutable arena, so that taking a child costs nothing and a
/// tree of millions of leaves is two arrays. The children of a map are in the Realtime Database's key
/// order (`KeyOrder`), those of a list in index order.
///
/// ```swift
/// let tree = Tree(["shops": [["id": 0, "name": "麺屋"]]])
/// tree["shops"]?[0]["name"]?.string  // "麺屋"
/// ```
public struct Tree: Sendable {
  let storage: TreeStorage
  private let number: UInt32
  /// Whether the node was taken from a list, which shows no keys.
  private let isElement: Bool

  init(storage: TreeStorage, index: Int, isElement: Bool = false) {
    self.storage = storage
    self.number = UInt32(index)
    self.isElement = isElement
  }

  /// The tree that holds nothing.
  public static let null = Tree(.null)

  /// The number of the node in its memory.
  var index: Int { Int(number) }

  var record: NodeRecord { storage.record(index) }

  /// Whether the node's parent is a map.
  var hasKey: Bool { !isElement && record.hasKey }

  /// What the node holds.
  public var kind: NodeKind { record.kind }

  /// The meaning that the node carries beyond its kind.
  public var tag: NodeTag { record.tag }

  /// Whether the node holds nothing and stands for nothing.
  public var isNull: Bool { kind == .null && tag == .none }

  /// The key under which the node's parent holds it; nil for a root and for a list's element.
  public var key: String? {
    hasKey ? withKeyBytes { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// The boolean, if the node is one.
  public var bool: Bool? { kind == .bool ? record.payload != 0 : nil }

  /// The whole number, if the node is one that fits in 64 bits.
  public var integer: Int64? {
    kind == .integer ? Int64(bitPattern: record.payload) : nil
  }

  /// The floating-point number, if the node is one.
  public var double: Double? { kind == .double ? Double(bitPattern: record.payload) : nil }

  /// The text, if the node is a string.
  public var string: String? { kind == .string ? storage.string(record.textRange) : nil }

  /// The digits as they were written, if no 64-bit number holds them exactly.
  public var decimal: String? { kind == .decimal ? storage.string(record.textRange) : nil }

  /// The length of a string's UTF-8 text in bytes; 0 for every other kind.
  public var utf8Count: Int { kind == .string ? record.textRange.count : 0 }

  /// Where the value stands in its file, if it was read from one.
  public var position: SourcePosition? {
    storage.position(file: record.file, offset: record.valueOffset)
  }

  /// Where the key stands in its file, or the value where there is no key.
  public var keyPosition: SourcePosition? {
    storage.position(file: record.file, offset: record.keyPosition)
  }

  /// The name of the file that the node was read from, if any.
  public var fileName: String? {
    record.file < storage.sources.count ? storage.sources[record.file].name : nil
  }

  /// Calls `body` with the UTF-8 bytes of the node's key, empty where there is none.
  public func withKeyBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try storage.withKey(of: keyedRecord, body)
  }

  /// Calls `body` with the UTF-8 bytes of a string's or a decimal's text, empty for other kinds.
  public func withTextBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try storage.withText(textRange, body)
  }

  // What is called for each of a million nodes is not generic: of other modules no generic code is specialised.

  /// Calls `body` with the UTF-8 bytes of the node's key, empty where there is none.
  package func withKeyBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try storage.withKey(of: keyedRecord, body)
  }

  /// Calls `body` with the UTF-8 bytes of a string's or a decimal's text, empty for other kinds.
  package func withTextBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try storage.withText(textRange, body)
  }

  /// The node, without the index as which a list holds it.
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
