import TaneCore

/// A container for a node that is encoded from a single value.
struct SingleValueEncodedContainer: SingleValueEncodingContainer {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  func encodeNil() throws {
    frame.node.set(.null)
  }

  func encode(_ value: Bool) throws {
    frame.node.set(.boolean(value))
  }

  func encode(_ value: String) throws {
    frame.node.set(.string(value))
  }

  func encode(_ value: Double) throws {
    try frame.write(double: value)
  }

  func encode(_ value: Float) throws {
    try frame.write(double: Double(value))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try frame.write(value)
  }
}
