import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// A map being decoded by the keys that a type declares.
struct KeyedFieldDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoding: FieldDecoding
  private let members: [String: DocumentValue]

  init(decoding: FieldDecoding, fields: DocumentFields) {
    self.decoding = decoding
    members = Dictionary(
      fields.map { (decoding.codingName(of: $0.name), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  var codingPath: [any CodingKey] { decoding.codingPath }

  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try field(key).value == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    // The identifier is the document's name, not one of its fields.
    if let identifier = type as? any DocumentIdentifier.Type,
      let value = try identifier.init(of: decoding.reference) as? Value
    {
      return value
    }
    return try field(key).value(of: type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try field(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try field(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = FieldCodingKey(name: "super")
    return decoding.field(members["super"] ?? .null, at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoding.field(members[key.stringValue] ?? .null, at: key)
  }

  private func field(_ key: Key) throws -> FieldDecoding {
    guard let value = members[key.stringValue] else {
      throw decoding.missing(key, among: members.keys.sorted())
    }
    return decoding.field(value, at: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try field(key).value(of: type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try field(key).value(of: type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try field(key).value(of: type)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try field(key).value(of: type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try field(key).value(of: type)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try field(key).value(of: type)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try field(key).value(of: type)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try field(key).value(of: type)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try field(key).value(of: type)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try field(key).value(of: type)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try field(key).value(of: type)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try field(key).value(of: type)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try field(key).value(of: type)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try field(key).value(of: type)
  }
}
