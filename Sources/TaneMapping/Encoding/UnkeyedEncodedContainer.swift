import TaneCore

/// An unkeyed container for a list.
struct UnkeyedEncodedContainer: UnkeyedEncodingContainer {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  var count: Int { frame.node.elementCount }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    frame.appendedFrame().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    frame.appendedFrame().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { frame.appendedFrame() }

  func encodeNil() throws {
    frame.appendedFrame().node.set(.null)
  }

  func encode(_ value: Bool) throws {
    frame.appendedFrame().node.set(.boolean(value))
  }

  func encode(_ value: String) throws {
    frame.appendedFrame().node.set(.string(value))
  }

  func encode(_ value: Double) throws {
    try frame.appendedFrame().write(double: value)
  }

  func encode(_ value: Float) throws {
    try frame.appendedFrame().write(double: Double(value))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try frame.appendedFrame().write(value)
  }
}
