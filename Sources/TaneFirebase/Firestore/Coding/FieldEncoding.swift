import Foundation
import TaneCore
import TaneMapping

/// The encoder of one value.
struct FieldEncoding: Encoder {
  let node: FieldNode
  let options: FirestoreEncoder
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeMap()
    return KeyedEncodingContainer(KeyedFieldEncoding(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedFieldEncoding(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleFieldEncoding(encoding: self)
  }

  /// The encoder of the value under a key, which the options' strategy converts.
  func encoding(at key: any CodingKey) -> FieldEncoding {
    let path = codingPath + [key]
    return FieldEncoding(node: node.child(name(of: path)), options: options, codingPath: path)
  }

  /// The encoder of a new element at the end of an array.
  func appendedEncoding() -> FieldEncoding {
    let path = codingPath + [FieldCodingKey(index: node.elementCount)]
    return FieldEncoding(node: node.appendElement(), options: options, codingPath: path)
  }

  private func name(of path: [any CodingKey]) -> String {
    let name = path.last?.stringValue ?? ""
    switch options.keyEncodingStrategy {
    case .useDefaultKeys: return name
    case .convertToSnakeCase: return SnakeCase.snakeCase(from: name)
    case .custom(let convert): return convert(path).stringValue
    }
  }
}

extension FieldEncoding {
  /// Writes a value of any type.
  func write<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let date as Date: try write(date)
    case let operation as FieldValue: node.set(operation.operation)
    case let decimal as Decimal: try write((decimal as NSDecimalNumber).doubleValue)
    case let value as any FirestoreNative:
      do {
        node.set(try FirestoreValue.value(of: value, at: place))
      } catch {
        throw invalid(value, error.message)
      }
    case let dictionary as any TextKeyedFields: try dictionary.write(to: self)
    default: try value.encode(to: self)
    }
  }

  /// Writes a whole number.
  func write(integer: some FixedWidthInteger) throws {
    guard let number = Int64(exactly: integer) else {
      throw invalid(integer, "\(integer) does not fit in the 64 bits of a whole number")
    }
    node.set(.integer(number))
  }

  /// Writes a floating-point number, which must be finite.
  func write(_ double: Double) throws {
    guard double.isFinite else { throw invalid(double, "\(double) is not a finite number") }
    node.set(.double(double))
  }

  private func write(_ date: Date) throws {
    switch options.dateEncodingStrategy {
    case .timestamp: node.set(.timestamp(Timestamp(date: date).stored))
    case .secondsSince1970: try write(date.timeIntervalSince1970)
    case .millisecondsSince1970: try write(date.timeIntervalSince1970 * 1000)
    case .custom(let write): try write(date, self)
    }
  }

  private var place: String {
    "field \(codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))"
  }

  private func invalid(_ value: Any, _ message: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: codingPath, debugDescription: message))
  }
}

/// What a document holds as it is.
protocol FirestoreNative {}

extension String: FirestoreNative {}
extension URL: FirestoreNative {}
extension Data: FirestoreNative {}
extension Timestamp: FirestoreNative {}
extension GeoPoint: FirestoreNative {}
extension DocumentReference: FirestoreNative {}

/// A dictionary whose keys are text, which no key strategy converts.
private protocol TextKeyedFields {
  func write(to encoding: FieldEncoding) throws
}

extension Dictionary: TextKeyedFields where Key == String, Value: Encodable {
  fileprivate func write(to encoding: FieldEncoding) throws {
    encoding.node.becomeMap()
    for (key, value) in self {
      let path = encoding.codingPath + [FieldCodingKey(name: key)]
      let node = encoding.node.child(key)
      try FieldEncoding(node: node, options: encoding.options, codingPath: path).write(value)
    }
  }
}
