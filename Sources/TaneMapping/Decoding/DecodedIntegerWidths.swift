// The generic functions decode most integer types. The functions here either have default
// implementations in the standard library, which would take precedence, or are faster if
// specialized.

extension KeyedTreeContainer {
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try read(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try read(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try read(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }
}

extension UnkeyedTreeContainer {
  mutating func decode(_ type: Int.Type) throws -> Int {
    try next(type) { try $0.integer(type, $1.tree, at: $2) }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.integer(type, $1.tree, at: $2) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.integer(type, $1.tree, at: $2) }
  }
}

extension SingleValueTreeContainer {
  func decode(_ type: Int.Type) throws -> Int {
    try read(type) { try $0.integer(type, $0.tree, at: nil) }
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try read(type) { try $0.integer(type, $0.tree, at: nil) }
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try read(type) { try $0.integer(type, $0.tree, at: nil) }
  }
}
