import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// A value being decoded alone.
struct SingleFieldDecoding: SingleValueDecodingContainer {
  let decoding: FieldDecoding

  var codingPath: [any CodingKey] { decoding.codingPath }

  func decodeNil() -> Bool { decoding.value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoding.value(of: type)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try decoding.value(of: type) }

  func decode(_ type: String.Type) throws -> String { try decoding.value(of: type) }

  func decode(_ type: Double.Type) throws -> Double { try decoding.value(of: type) }

  func decode(_ type: Float.Type) throws -> Float { try decoding.value(of: type) }

  func decode(_ type: Int.Type) throws -> Int { try decoding.value(of: type) }

  func decode(_ type: Int8.Type) throws -> Int8 { try decoding.value(of: type) }

  func decode(_ type: Int16.Type) throws -> Int16 { try decoding.value(of: type) }

  func decode(_ type: Int32.Type) throws -> Int32 { try decoding.value(of: type) }

  func decode(_ type: Int64.Type) throws -> Int64 { try decoding.value(of: type) }

  func decode(_ type: UInt.Type) throws -> UInt { try decoding.value(of: type) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoding.value(of: type) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoding.value(of: type) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoding.value(of: type) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoding.value(of: type) }
}
