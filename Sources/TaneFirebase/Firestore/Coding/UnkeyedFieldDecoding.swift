import TaneCore

// The protocols ask for every width by name; each is one call of the same function.

/// An array being decoded element by element.
struct UnkeyedFieldDecoding: UnkeyedDecodingContainer {
  let decoding: FieldDecoding
  let elements: [DocumentValue]
  private(set) var currentIndex = 0

  init(decoding: FieldDecoding, elements: [DocumentValue]) {
    self.decoding = decoding
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoding.codingPath }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try element(type).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try element((any Decoder).self)
    currentIndex += 1
    return element
  }

  private mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try element(type).value(of: type)
    currentIndex += 1
    return value
  }

  private func element(_ type: any Any.Type) throws -> FieldDecoding {
    let key = FieldCodingKey(index: currentIndex)
    guard !isAtEnd else {
      throw decoding.field(.null, at: key).failure(
        type,
        "expected \(type), found the end of an array"
      )
    }
    return decoding.field(elements[currentIndex], at: key)
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) }

  mutating func decode(_ type: String.Type) throws -> String { try next(type) }

  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) }

  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) }

  mutating func decode(_ type: Int.Type) throws -> Int { try next(type) }

  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type) }

  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type) }

  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type) }

  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type) }

  mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type) }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type) }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type) }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type) }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type) }
}
