import TaneCore

/// A list being decoded element by element; an element that fails stays the next one.
struct UnkeyedTreeContainer: UnkeyedDecodingContainer {
  let frame: TreeFrame
  private(set) var currentIndex = 0

  init(frame: TreeFrame) {
    self.frame = frame
  }

  var codingPath: [any CodingKey] { frame.codingPath }
  var count: Int? { frame.tree.children.count }
  var isAtEnd: Bool { currentIndex >= frame.tree.children.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw DecodingFailure.end(of: frame, expecting: Any?.self) }
    guard frame.tree.children[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try next(type) { try $0.bool($1, at: $2) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.string($1, at: $2) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { try $0.double($1, at: $2) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try next(type) { try $0.float($1, at: $2) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.value(of: type, $1, at: $2) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(KeyedDecodingContainer<Nested>.self) {
      try $0.frame(of: $1, at: $2).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) {
      try $0.frame(of: $1, at: $2).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { try $0.frame(of: $1, at: $2) }
  }

  mutating func next<Value>(
    _ type: Value.Type,
    _ decode: (TreeFrame, Tree, TreeCodingKey) throws -> Value
  ) throws -> Value {
    guard !isAtEnd else { throw DecodingFailure.end(of: frame, expecting: type) }
    let element = frame.tree.children[currentIndex]
    let value = try decode(frame, element, .index(currentIndex))
    currentIndex += 1
    return value
  }
}
