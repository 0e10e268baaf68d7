import TaneCore

/// A keyed container for a map.
struct KeyedEncodedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    frame.frame(at: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    frame.frame(at: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { frame.frame(at: TreeCodingKey.superclass) }

  func superEncoder(forKey key: Key) -> any Encoder { frame.frame(at: key) }

  func encodeNil(forKey key: Key) throws {
    frame.frame(at: key).node.set(.null)
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    frame.frame(at: key).node.set(.boolean(value))
  }

  func encode(_ value: String, forKey key: Key) throws {
    frame.frame(at: key).node.set(.string(value))
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try frame.frame(at: key).write(double: value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try frame.frame(at: key).write(double: Double(value))
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    // The identifier is in the document's name, not in a field.
    if frame.isDocument, value is any DocumentIdentifierProperty { return }
    try frame.frame(at: key).write(value)
  }
}
