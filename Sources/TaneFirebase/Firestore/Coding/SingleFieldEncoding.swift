import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// A value being encoded alone.
struct SingleFieldEncoding: SingleValueEncodingContainer {
  let encoding: FieldEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  func encode<Value: Encodable>(_ value: Value) throws { try encoding.write(value) }

  func encodeNil() throws { encoding.node.set(.null) }

  func encode(_ value: Bool) throws { encoding.node.set(.boolean(value)) }

  func encode(_ value: String) throws { encoding.node.set(.string(value)) }

  func encode(_ value: Double) throws { try encoding.write(value) }

  func encode(_ value: Float) throws { try encoding.write(Double(value)) }

  func encode(_ value: Int) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: Int8) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: Int16) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: Int32) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: Int64) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: UInt) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: UInt8) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: UInt16) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: UInt32) throws {
    try encoding.write(integer: value)
  }

  func encode(_ value: UInt64) throws {
    try encoding.write(integer: value)
  }
}
