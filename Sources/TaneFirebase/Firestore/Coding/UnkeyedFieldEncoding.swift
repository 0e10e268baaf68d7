import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// An array being encoded element by element.
struct UnkeyedFieldEncoding: UnkeyedEncodingContainer {
  let encoding: FieldEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  var count: Int { encoding.node.elementCount }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoding.appendedEncoding().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoding.appendedEncoding().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoding.appendedEncoding() }

  func encode<Value: Encodable>(_ value: Value) throws {
    try encoding.appendedEncoding().write(value)
  }

  func encodeNil() throws { encoding.appendedEncoding().node.set(.null) }

  func encode(_ value: Bool) throws { encoding.appendedEncoding().node.set(.boolean(value)) }

  func encode(_ value: String) throws { encoding.appendedEncoding().node.set(.string(value)) }

  func encode(_ value: Double) throws { try encoding.appendedEncoding().write(value) }

  func encode(_ value: Float) throws { try encoding.appendedEncoding().write(Double(value)) }

  func encode(_ value: Int) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: Int8) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: Int16) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: Int32) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: Int64) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: UInt) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: UInt8) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: UInt16) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: UInt32) throws {
    try encoding.appendedEncoding().write(integer: value)
  }

  func encode(_ value: UInt64) throws {
    try encoding.appendedEncoding().write(integer: value)
  }
}
