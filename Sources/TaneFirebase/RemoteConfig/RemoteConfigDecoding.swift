import Foundation

/// A decoder for one parameter value, with the rules of the Firebase SDK: scalars are converted
/// from text, and other types are decoded from JSON.
struct RemoteConfigValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: RemoteConfigValue
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try json([String: Any].self).container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try json([Any].self).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = try scalar(of: type), let value = scalar as? Value { return value }
    return try Value(from: self)
  }

  private func scalar(of type: Any.Type) throws -> Any? {
    switch type {
    case is Bool.Type: return value.boolValue
    case is String.Type: return value.stringValue
    case is Double.Type: return value.double
    case is Float.Type: return Float(value.double)
    case is Decimal.Type: return Decimal(value.double)
    case is Data.Type: return value.dataValue
    case is URL.Type:
      if let url = URL(string: value.stringValue) { return url }
      throw corrupted("\"\(value.stringValue)\" is not a URL")
    case let type as any FixedWidthInteger.Type: return try integer(type)
    default: return nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    if let integer = Integer(exactly: value.double) { return integer }
    throw corrupted("the number \(value.double) does not fit in \(type)")
  }

  /// Returns a decoder for the value's JSON, or throws an error if the value is not valid JSON.
  private func json(_ type: Any.Type) throws -> any Decoder {
    if let json = try? JSONDecoder().decode(CapturedDecoder.self, from: value.dataValue) {
      return json.decoder
    }
    let description = "expected \(type), found \"\(value.stringValue)\""
    throw DecodingError.typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: description)
    )
  }

  private func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
  }

  /// A decodable type that captures its decoder.
  private struct CapturedDecoder: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }
  }
}

/// A decoder for all parameter values, keyed by parameter key.
struct RemoteConfigDecoder: Decoder {
  let values: [String: RemoteConfigValue]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RemoteConfigContainer(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(Any.self)
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let message = "Remote Config values are keyed: decode a struct or a dictionary"
    return .typeMismatch(type, .init(codingPath: [], debugDescription: message))
  }
}

/// A keyed decoding container for all parameter values.
private struct RemoteConfigContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: RemoteConfigValue]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { values.keys.compactMap(Key.init) }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(of: key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(of: key).decode(type)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { RemoteConfigDecoder(values: values) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

  private func decoder(of key: Key) throws -> RemoteConfigValueDecoder {
    if let value = values[key.stringValue] {
      return RemoteConfigValueDecoder(value: value, codingPath: [key])
    }
    let description = "no parameter has the key \"\(key.stringValue)\""
    throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: description))
  }
}
