// The binary encoding of trees, for digests and for Tane's own storage: equal bytes represent equal
// trees. A node is a byte for its kind and tag, followed by a byte for a Boolean, a zigzag varint
// for an integer, 8 bytes in little-endian order for a floating-point number, the length and UTF-8
// bytes for a string, the count and elements for a list, or the count and entries for a map. An
// entry is the key, encoded like a string, and the value. Lengths and counts are varints
// (<https://protobuf.dev/programming-guides/encoding/#varints>).
extension Tree {
  /// The maximum depth of a decoded tree; file parsers accept at most 512 levels.
  fileprivate static let greatestByteDepth = 1024

  /// Calls `body` with the tree's bytes in order, one chunk at a time.
  package func forEachByteChunk(_ body: (UnsafeRawBufferPointer) -> Void) {
    withoutActuallyEscaping(body) { body in
      NodeMemory.with(self) { memory in
        var writer = TreeByteWriter(memory: memory, hasEqualNumbers: false, body: body)
        writer.append(index)
        writer.drain()
      }
    }
  }

  /// Calls `body` with the bytes of a map that contains only the given entries of this one.
  ///
  /// If `hasEqualNumbers` is true, equal numbers such as 1 and 1.0 have equal bytes, because a
  /// Realtime Database may return a number in a different representation.
  package func forEachByteChunk(
    ofEntries entries: Range<Int>,
    withEqualNumbers hasEqualNumbers: Bool = false,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      NodeMemory.with(self) { memory in
        var writer = TreeByteWriter(memory: memory, hasEqualNumbers: hasEqualNumbers, body: body)
        let first = record.childRange.lowerBound
        writer.append(record, first + entries.lowerBound..<first + entries.upperBound)
        writer.drain()
      }
    }
  }

  /// Creates a tree from a range of an array with bytes from `forEachByteChunk`, or returns nil if
  /// the bytes are invalid.
  ///
  /// The tree retains the array as the memory of its strings, which are not validated.
  package init?(bytes: [UInt8], from offset: Int = 0, to end: Int? = nil) {
    var reader = TreeByteReader(bytes, offset..<(end ?? bytes.count))
    guard reader.readNode(), reader.isAtEnd else { return nil }
    self = reader.finish()
  }
}

/// A writer that collects the bytes of nodes in chunks.
private struct TreeByteWriter {
  private static let chunkSize = 64 * 1024
  /// The maximum length of a string inside a chunk; longer strings become chunks of their own.
  private static let longestText = 4096
  /// The maximum size of a child in bytes: its key, its kind, a number and its text.
  private static let childSize = 2 * longestText + 48

  let memory: NodeMemory
  let hasEqualNumbers: Bool
  let body: (UnsafeRawBufferPointer) -> Void
  private let chunk = Chunk()
  /// The address of the next byte.
  private var next: UnsafeMutablePointer<UInt8>

  /// Memory that is deallocated together with the writer.
  private final class Chunk {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: TreeByteWriter.chunkSize)
    deinit { bytes.deallocate() }
  }

  init(
    memory: NodeMemory,
    hasEqualNumbers: Bool,
    body: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    self.memory = memory
    self.hasEqualNumbers = hasEqualNumbers
    self.body = body
    next = chunk.bytes
  }

  mutating func append(_ node: Int) {
    makeRoom()
    append(memory.nodes[node])
  }

  /// Appends a container with only the given children.
  mutating func append(_ container: NodeRecord, _ children: Range<Int>) {
    makeRoom()
    append(byte: container.kind.rawValue << 4 | container.tag.rawValue)
    append(varint: UInt64(children.count))
    let (buffer, part) = memory.nodes.buffer(of: children)
    let hasKeys = container.kind == .map
    for index in part {
      let record = buffer[index]
      makeRoom()
      if hasKeys { append(text: record.key(in: memory.text)) }
      append(record)
    }
  }

  mutating func drain() {
    body(UnsafeRawBufferPointer(start: chunk.bytes, count: next - chunk.bytes))
    next = chunk.bytes
  }

  /// Appends a node, which must fit in the chunk unless it is a container.
  @inline(__always)
  private mutating func append(_ record: NodeRecord) {
    guard !record.kind.isContainer else { return append(record, record.childRange) }
    if hasEqualNumbers, record.kind == .double || record.kind == .decimal {
      return append(numberOf: record)
    }
    append(byte: record.kind.rawValue << 4 | record.tag.rawValue)
    switch record.kind {
    case .bool: append(byte: record.payload == 0 ? 0 : 1)
    case .integer: append(integer: Int64(bitPattern: record.payload))
    case .double: append(double: record.payload)
    case .string, .decimal: append(text: memory.text[record.textRange])
    case .null, .list, .map: break
    }
  }

  /// Appends a number as an integer if it is whole, otherwise as a floating-point number.
  private mutating func append(numberOf record: NodeRecord) {
    let value =
      record.kind == .double
      ? Double(bitPattern: record.payload)
      : Double(String(decoding: memory.text[record.textRange], as: UTF8.self)) ?? .nan
    if let whole = Int64(exactly: value) {
      append(byte: NodeKind.integer.rawValue << 4)
      append(integer: whole)
    } else {
      append(byte: NodeKind.double.rawValue << 4)
      append(double: value.bitPattern)
    }
  }

  @inline(__always)
  private mutating func append(integer value: Int64) {
    append(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  @inline(__always)
  private mutating func append(double bits: UInt64) {
    UnsafeMutableRawPointer(next).storeBytes(of: bits.littleEndian, as: UInt64.self)
    next += 8
  }

  /// Reserves space in the chunk for a child.
  @inline(__always)
  private mutating func makeRoom() {
    if chunk.bytes + Self.chunkSize - next < Self.childSize { drain() }
  }

  @inline(__always)
  private mutating func append(byte: UInt8) {
    next.pointee = byte
    next += 1
  }

  @inline(__always)
  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  private mutating func append(text: UnsafeBufferPointer<UInt8>) {
    append(varint: UInt64(text.count))
    guard text.count <= Self.longestText else { return append(longText: text) }
    guard let start = text.baseAddress else { return }
    next.update(from: start, count: text.count)
    next += text.count
  }

  @inline(never)
  private mutating func append(longText text: UnsafeBufferPointer<UInt8>) {
    drain()
    body(UnsafeRawBufferPointer(text))
  }
}

/// A reader that creates trees from bytes and leaves their strings in place.
private struct TreeByteReader {
  private let bytes: [UInt8]
  private let end: Int
  private var offset: Int
  private var depth = 0
  private var builder: TreeBuilder

  var isAtEnd: Bool { offset == end }

  init(_ bytes: [UInt8], _ part: Range<Int>) {
    self.bytes = bytes
    (offset, end) = (part.lowerBound, part.upperBound)
    builder = TreeBuilder(adopting: bytes)
  }

  mutating func finish() -> Tree { builder.finish() }

  mutating func readNode() -> Bool {
    guard depth < Tree.greatestByteDepth, let head = readByte(),
      let kind = NodeKind(rawValue: head >> 4),
      let tag = NodeTag(rawValue: head & 0xF)
    else { return false }
    switch kind {
    case .null: builder.appendNull(tag: tag)
    case .bool:
      guard let byte = readByte(), byte < 2 else { return false }
      builder.append(byte == 1)
    case .integer:
      guard let value = readVarint() else { return false }
      builder.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
    case .double:
      guard let bits = readDouble() else { return false }
      builder.append(Double(bitPattern: bits))
    case .string:
      guard let range = readText() else { return false }
      builder.append(textRange: range, tag: tag)
    case .decimal:
      guard let range = readText() else { return false }
      builder.appendScalar(.decimal, payload: NodeRecord.pack(range.lowerBound, range.count))
    case .list, .map: return readContainer(kind, tag)
    }
    return true
  }

  private mutating func readContainer(_ kind: NodeKind, _ tag: NodeTag) -> Bool {
    guard let count = readVarint(), count <= UInt64(end - offset) else { return false }
    depth += 1
    defer { depth -= 1 }
    if kind == .map { builder.beginMap(tag: tag) } else { builder.beginList(tag: tag) }
    for _ in 0..<count {
      if kind == .map {
        guard let key = readText() else { return false }
        builder.setKey(textRange: key)
      }
      guard readNode() else { return false }
    }
    builder.endContainer()
    return builder.duplicateKeys.isEmpty
  }

  private mutating func readByte() -> UInt8? {
    guard offset < end else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func readVarint() -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while let byte = readByte(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func readDouble() -> UInt64? {
    guard offset + 8 <= end else { return nil }
    defer { offset += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  private mutating func readText() -> Range<Int>? {
    guard let length = readVarint(), length <= UInt64(end - offset) else { return nil }
    defer { offset += Int(length) }
    return offset..<offset + Int(length)
  }
}
