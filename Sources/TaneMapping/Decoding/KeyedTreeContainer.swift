import TaneCore

/// A map being decoded by the keys that a type declares.
struct KeyedTreeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let frame: TreeFrame
  /// The children by their converted keys, where a strategy converts them.
  private let converted: [String: Tree]?

  init(frame: TreeFrame) {
    self.frame = frame
    converted = Self.convertedChildren(of: frame)
  }

  var codingPath: [any CodingKey] { frame.codingPath }

  var allKeys: [Key] {
    if let converted { return converted.keys.compactMap { Key(stringValue: $0) } }
    return frame.tree.children.compactMap { Key(stringValue: $0.key ?? "") }
  }

  func contains(_ key: Key) -> Bool { child(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try existing(key).isNull }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try frame.bool(existing(key), at: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try frame.string(existing(key), at: key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try frame.double(existing(key), at: key)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try frame.float(existing(key), at: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try frame.value(of: type, existing(key), at: key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try frame.bool($0, at: key) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try frame.string($0, at: key) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try frame.double($0, at: key) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try frame.integer(type, $0, at: key) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key).map { try frame.value(of: type, $0, at: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try frame.frame(of: existing(key), at: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try frame.frame(of: existing(key), at: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = TreeCodingKey.superclass
    return try frame.superclassFrame(of: child(named: key.stringValue), at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try frame.superclassFrame(of: child(key), at: key)
  }
}

extension KeyedTreeContainer {
  private func child(_ key: Key) -> Tree? { child(named: key.stringValue) }

  private func child(named name: String) -> Tree? {
    if let converted { return converted[name] }
    return frame.tree[name]
  }

  func existing(_ key: Key) throws -> Tree {
    guard let child = child(key) else { throw DecodingFailure.missing(key, in: frame) }
    return child
  }

  /// The child, unless it is absent or null.
  private func present(_ key: Key) -> Tree? {
    guard let child = child(key), !child.isNull else { return nil }
    return child
  }

  /// Of two keys that become the same one, the first in key order counts.
  private static func convertedChildren(of frame: TreeFrame) -> [String: Tree]? {
    let convert: (String) -> String
    switch frame.session.options.keyDecodingStrategy {
    case .useDefaultKeys:
      return nil
    case .convertFromSnakeCase:
      convert = SnakeCase.camelCase
    case .custom(let conversion):
      let path = frame.codingPath
      convert = { conversion(path + [TreeCodingKey.name($0)]).stringValue }
    }
    return Dictionary(
      frame.tree.children.map { (convert($0.key ?? ""), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
