import TaneCore

/// An unkeyed container for a list; after a failure, the same element is read next.
struct UnkeyedTreeContainer: UnkeyedDecodingContainer {
  let frame: TreeFrame
  private(set) var currentIndex = 0
  private let children: TreeChildren

  init(frame: TreeFrame) {
    self.frame = frame
    children = frame.tree.children
  }

  var codingPath: [any CodingKey] { frame.codingPath }
  var count: Int? { children.count }
  var isAtEnd: Bool { currentIndex >= children.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw DecodingFailure.end(of: frame, expecting: Any?.self) }
    guard children[currentIndex].isNull else { return false }
    frame.visit?.markRead(currentIndex)
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try next(type) { try $0.bool($1.tree, at: $2) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.string($1.tree, at: $2) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { try $0.double($1.tree, at: $2) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try next(type) { try $0.float($1.tree, at: $2) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.value(of: type, $1, at: $2) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try nestedFrame { _ = try $0.container(keyedBy: type) }
    return try nested.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nestedFrame { _ = try $0.unkeyedContainer() }.unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nestedFrame { _ in } }
}

extension UnkeyedTreeContainer {
  /// Decodes the next element with a function; after a failure, the element can be decoded again.
  mutating func next<Value>(
    _ type: Value.Type,
    _ decode: (TreeFrame, TreeChild, TreeCodingKey) throws -> Value
  ) throws -> Value {
    let key = TreeCodingKey.index(currentIndex)
    let value =
      if let attempt = frame.attempt {
        try attempt.handleRequest(for: type, in: frame, at: key) {
          try decode(frame, element(for: type), key)
        }
      } else {
        try decode(frame, element(for: type), key)
      }
    currentIndex += 1
    return value
  }

  /// Returns the frame of a nested container; `open` throws if the node is of the wrong kind.
  private mutating func nestedFrame(_ open: (TreeFrame) throws -> Void) throws -> TreeFrame {
    try next(TreeFrame.self) { frame, child, key in
      let nested = try frame.frame(of: child, at: key)
      try open(nested)
      return nested
    }
  }

  private func element(for type: any Any.Type) throws -> TreeChild {
    guard !isAtEnd else { throw DecodingFailure.end(of: frame, expecting: type) }
    frame.visit?.markRead(currentIndex)
    return TreeChild(tree: children[currentIndex], index: currentIndex)
  }
}
