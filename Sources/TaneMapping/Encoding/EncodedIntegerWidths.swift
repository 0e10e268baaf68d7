// The protocols ask for every width by name; each is one call of the same function.

extension KeyedEncodedContainer {
  func encode(_ value: Int, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    frame.frame(at: key).write(integer: value)
  }
}

extension UnkeyedEncodedContainer {
  func encode(_ value: Int) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int8) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int16) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int32) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int64) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: Int128) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt8) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt16) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt32) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt64) throws {
    frame.appendedFrame().write(integer: value)
  }

  func encode(_ value: UInt128) throws {
    frame.appendedFrame().write(integer: value)
  }
}

extension SingleValueEncodedContainer {
  func encode(_ value: Int) throws {
    frame.write(integer: value)
  }

  func encode(_ value: Int8) throws {
    frame.write(integer: value)
  }

  func encode(_ value: Int16) throws {
    frame.write(integer: value)
  }

  func encode(_ value: Int32) throws {
    frame.write(integer: value)
  }

  func encode(_ value: Int64) throws {
    frame.write(integer: value)
  }

  func encode(_ value: Int128) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt8) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt16) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt32) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt64) throws {
    frame.write(integer: value)
  }

  func encode(_ value: UInt128) throws {
    frame.write(integer: value)
  }
}
