import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// A map being encoded by the keys that a type declares.
struct KeyedFieldEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: FieldEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoding.encoding(at: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoding.encoding(at: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoding.encoding(at: FieldCodingKey(name: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoding.encoding(at: key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    // The identifier is the document's name, not one of its fields.
    if value is any DocumentIdentifier { return }
    try encoding.encoding(at: key).write(value)
  }

  func encodeNil(forKey key: Key) throws { encoding.encoding(at: key).node.set(.null) }

  func encode(_ value: Bool, forKey key: Key) throws {
    encoding.encoding(at: key).node.set(.boolean(value))
  }

  func encode(_ value: String, forKey key: Key) throws {
    encoding.encoding(at: key).node.set(.string(value))
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try encoding.encoding(at: key).write(value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try encoding.encoding(at: key).write(Double(value))
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    try encoding.encoding(at: key).write(integer: value)
  }
}
