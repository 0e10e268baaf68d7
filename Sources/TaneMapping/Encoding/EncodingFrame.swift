import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An encoder of one node.
struct EncodingFrame: Encoder {
  let node: EncodedNode
  let options: TreeEncoder
  let codingPath: [any CodingKey]
  /// A Boolean value indicating whether Firestore's rules apply, including those for the types of
  /// its API.
  let isDocument: Bool

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.convertToMap()
    return KeyedEncodingContainer(KeyedEncodedContainer(frame: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.convertToList()
    return UnkeyedEncodedContainer(frame: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncodedContainer(frame: self)
  }

  /// Returns the frame of the node under a key, converting the key by the key strategy.
  func frame(at key: any CodingKey) -> EncodingFrame {
    let path = codingPath + [key]
    return frame(of: node.child(name(of: path)), at: path)
  }

  /// Returns the frame of a new element at the end of a list.
  func appendedFrame() -> EncodingFrame {
    let path = codingPath + [TreeCodingKey.index(node.elementCount)]
    return frame(of: node.appendElement(), at: path)
  }

  /// Returns the frame of a descendant of this node.
  fileprivate func frame(of node: EncodedNode, at path: [any CodingKey]) -> EncodingFrame {
    EncodingFrame(node: node, options: options, codingPath: path, isDocument: isDocument)
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

extension EncodingFrame {
  /// Encodes a value as this node.
  func write<Value: Encodable>(_ value: Value) throws {
    if isDocument, let value = value as? any EncodableDocumentValue {
      return node.set(try value.encodedField(for: self))
    }
    switch value {
    case let text as String: node.set(.string(text))
    case let integer as any StandardInteger: try write(integer: integer)
    case let url as URL: node.set(.string(url.absoluteString))
    case let date as Date: try write(date)
    case let data as Data: try write(data)
    case let decimal as Decimal: try write(decimal)
    case let dictionary as any EncodableTextKeyedDictionary: try dictionary.write(to: self)
    default: try value.encode(to: self)
    }
  }

  /// Writes an integer; beyond 64 bits, writes its digits, or throws an error in a document.
  func write(integer: some FixedWidthInteger) throws {
    if let number = Int64(exactly: integer) { return node.set(.integer(number)) }
    guard !isDocument else {
      let message = "\(integer) does not fit in a 64-bit integer"
      throw EncodingError.invalidValue(
        integer,
        .init(codingPath: codingPath, debugDescription: message)
      )
    }
    node.set(decimal: String(integer))
  }

  /// Writes a floating-point number; throws if it is not finite and has no string representation.
  func write(double: Double) throws {
    guard double.isFinite else {
      if let text = options.nonConformingFloatEncodingStrategy.text(of: double) {
        return node.set(.string(text))
      }
      throw EncodingError.invalidValue(
        double,
        .init(codingPath: codingPath, debugDescription: "\(double) is not a finite number")
      )
    }
    node.set(.double(double))
  }

  /// Writes a decimal number; in a document, as a floating-point number.
  private func write(_ decimal: Decimal) throws {
    let text = "\(decimal)"
    if isDocument {
      try write(double: Double(text) ?? .nan)
    } else if let integer = Int64(text) {
      node.set(.integer(integer))
    } else if let double = Double(text), "\(double)" == text {
      node.set(.double(double))
    } else {
      node.set(decimal: text)
    }
  }

  private func write(_ date: Date) throws {
    switch options.dateEncodingStrategy {
    case .deferredToDate: try write(double: date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try write(double: date.timeIntervalSince1970)
    case .millisecondsSince1970: try write(double: date.timeIntervalSince1970 * 1000)
    case .iso8601: node.set(.string(date.formatted(.iso8601)))
    case .custom(let write): try write(date, self)
    }
  }

  private func write(_ data: Data) throws {
    switch options.dataEncodingStrategy {
    case .deferredToData: try data.encode(to: self)
    case .base64 where isDocument: node.set(.bytes(Array(data)))
    case .base64: node.set(.string(data.base64EncodedString()))
    case .custom(let write): try write(data, self)
    }
  }
}

/// A dictionary with string keys, which key strategies do not convert.
private protocol EncodableTextKeyedDictionary {
  func write(to frame: EncodingFrame) throws
}

extension Dictionary: EncodableTextKeyedDictionary where Key == String, Value: Encodable {
  fileprivate func write(to frame: EncodingFrame) throws {
    frame.node.convertToMap()
    for (key, value) in self {
      let path = frame.codingPath + [TreeCodingKey.name(key)]
      try frame.frame(of: frame.node.child(key), at: path).write(value)
    }
  }
}
