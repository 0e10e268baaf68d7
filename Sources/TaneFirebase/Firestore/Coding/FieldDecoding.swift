import Foundation
import TaneCore
import TaneMapping

/// The decoder of one value.
struct FieldDecoding: Decoder {
  let value: DocumentValue
  let options: FirestoreDecoder
  /// The document that holds the value.
  let reference: DocumentReference
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let fields) = value else { throw mismatch([String: Any].self, "a map") }
    return KeyedDecodingContainer(KeyedFieldDecoding(decoding: self, fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self, "an array") }
    return UnkeyedFieldDecoding(decoding: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleFieldDecoding(decoding: self)
  }

  /// The decoder of a value inside this one.
  func field(_ value: DocumentValue, at key: any CodingKey) -> FieldDecoding {
    FieldDecoding(
      value: value,
      options: options,
      reference: reference,
      codingPath: codingPath + [key]
    )
  }

  /// The coding key that the name of a field becomes.
  func codingName(of name: String) -> String {
    switch options.keyDecodingStrategy {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase: return SnakeCase.camelCase(from: name)
    case .custom(let convert):
      return convert(codingPath + [FieldCodingKey(name: name)]).stringValue
    }
  }
}

extension FieldDecoding {
  /// The value as one of a type.
  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if let known = try known(type) { return known }
    return try Value(from: self)
  }

  /// The value as one of a type that does not decode itself; nil for any other type.
  private func known<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if let integer = type as? any FixedWidthInteger.Type {
      return try self.integer(integer) as? Value
    }
    switch type {
    case is Bool.Type: return try bool() as? Value
    case is String.Type: return try string() as? Value
    case is Double.Type: return try double(type) as? Value
    case is Float.Type: return Float(try double(type)) as? Value
    case is Date.Type: return try date() as? Value
    case is Data.Type: return try data() as? Value
    case is URL.Type: return try url() as? Value
    case is Decimal.Type: return Decimal(try double(type)) as? Value
    case is Timestamp.Type: return try timestamp() as? Value
    case is GeoPoint.Type: return try geoPoint() as? Value
    case is DocumentReference.Type: return try documentReference() as? Value
    default:
      guard let dictionary = type as? any TextKeyedValues.Type else { return nil }
      return try dictionary.read(from: self) as? Value
    }
  }

  private func bool() throws -> Bool {
    guard case .boolean(let bool) = value else { throw mismatch(Bool.self) }
    return bool
  }

  private func string() throws -> String {
    guard case .string(let text) = value else { throw mismatch(String.self) }
    return text
  }

  private func double(_ type: any Any.Type) throws -> Double {
    switch value {
    case .integer(let integer): return Double(integer)
    case .double(let double): return double
    default: throw mismatch(type)
    }
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let number: Value?
    switch value {
    case .integer(let integer): number = Value(exactly: integer)
    case .double(let double): number = Value(exactly: double)
    default: throw mismatch(type)
    }
    guard let number else {
      throw failure(type, "expected \(type), found \(value.wording), which it cannot hold exactly")
    }
    return number
  }

  private func date() throws -> Date {
    switch options.dateDecodingStrategy {
    case .timestamp:
      guard case .timestamp(let time) = value else {
        throw mismatch(Date.self, "Date (a timestamp)")
      }
      return Timestamp(time).dateValue()
    case .secondsSince1970: return Date(timeIntervalSince1970: try double(Date.self))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(Date.self) / 1000)
    case .custom(let read): return try read(self)
    }
  }

  private func data() throws -> Data {
    guard case .bytes(let bytes) = value else { throw mismatch(Data.self, "Data (bytes)") }
    return Data(bytes)
  }

  private func url() throws -> URL {
    guard case .string(let text) = value else { throw mismatch(URL.self) }
    guard let url = URL(string: text) else {
      throw failure(URL.self, "expected URL, found \(value.wording), which is no URL")
    }
    return url
  }

  private func timestamp() throws -> Timestamp {
    guard case .timestamp(let time) = value else { throw mismatch(Timestamp.self) }
    return Timestamp(time)
  }

  private func geoPoint() throws -> GeoPoint {
    guard case .geoPoint(let point) = value else { throw mismatch(GeoPoint.self) }
    return GeoPoint(latitude: point.latitude, longitude: point.longitude)
  }

  private func documentReference() throws -> DocumentReference {
    guard case .reference(let name) = value else { throw mismatch(DocumentReference.self) }
    return DocumentReference(fullName: name, in: reference.firestore)
  }
}

extension FieldDecoding {
  /// The value is of another kind than the type takes; null counts as a missing value.
  func mismatch(_ type: any Any.Type, _ expected: String? = nil) -> DecodingError {
    let context = context("expected \(expected ?? "\(type)"), found \(value.wording)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value is of the right kind, but the type cannot hold it.
  func failure(_ type: any Any.Type, _ message: String) -> DecodingError {
    .dataCorrupted(context(message))
  }

  /// The map lacks a key.
  func missing(_ key: any CodingKey, among names: [String]) -> DecodingError {
    let name = key.stringValue
    let hint = names.count > 100 ? "" : Suggestion.clause(for: name, among: names)
    return .keyNotFound(key, context("no field \"\(name)\"\(hint)"))
  }

  private func context(_ message: String) -> DecodingError.Context {
    .init(codingPath: codingPath, debugDescription: message)
  }
}

/// A dictionary whose keys are text, which no key strategy converts.
private protocol TextKeyedValues {
  static func read(from decoding: FieldDecoding) throws -> Self
}

extension Dictionary: TextKeyedValues where Key == String, Value: Decodable {
  fileprivate static func read(from decoding: FieldDecoding) throws -> [String: Value] {
    guard case .map(let fields) = decoding.value else {
      throw decoding.mismatch(Self.self, "a map")
    }
    return try fields.reduce(into: [:]) { values, field in
      let key = FieldCodingKey(name: field.name)
      values[field.name] = try decoding.field(field.value, at: key).value(of: Value.self)
    }
  }
}
