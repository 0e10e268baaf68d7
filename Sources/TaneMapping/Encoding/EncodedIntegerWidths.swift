// The generic functions encode most integer types. The functions here have default implementations
// in the standard library, which would take precedence.

extension KeyedEncodedContainer {
  func encode(_ value: Int, forKey key: Key) throws {
    try frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try frame.frame(at: key).write(integer: value)
  }
}

extension UnkeyedEncodedContainer {
  func encode(_ value: Int) throws {
    try frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int128) throws {
    try frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt128) throws {
    try frame.appendedFrame().write(integer: value)
  }
}

extension SingleValueEncodedContainer {
  func encode(_ value: Int) throws {
    try frame.write(integer: value)
  }

  func encode(_ value: Int128) throws {
    try frame.write(integer: value)
  }

  func encode(_ value: UInt128) throws {
    try frame.write(integer: value)
  }
}
