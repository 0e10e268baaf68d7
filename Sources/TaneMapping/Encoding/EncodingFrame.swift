import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoder of one node.
struct EncodingFrame: Encoder {
  let node: EncodedNode
  let options: TreeEncoder
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeMap()
    return KeyedEncodingContainer(KeyedEncodedContainer(frame: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return UnkeyedEncodedContainer(frame: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncodedContainer(frame: self)
  }

  /// The frame of the node under a key, which the options' strategy converts.
  func frame(at key: any CodingKey) -> EncodingFrame {
    let path = codingPath + [key]
    return EncodingFrame(node: node.child(name(of: path)), options: options, codingPath: path)
  }

  /// The frame of a new element at the end of a list.
  func appendedFrame() -> EncodingFrame {
    let path = codingPath + [TreeCodingKey.index(node.elementCount)]
    return EncodingFrame(node: node.appendElement(), options: options, codingPath: path)
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
  /// Writes a value as this node.
  func write<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: node.set(.string(text))
    case let url as URL: node.set(.string(url.absoluteString))
    case let date as Date: try write(date)
    case let data as Data: try write(data)
    case let decimal as Decimal: writeNumber(written: "\(decimal)")
    case let dictionary as any EncodableTextKeyedDictionary: try dictionary.write(to: self)
    default: try value.encode(to: self)
    }
  }

  /// Writes a whole number; beyond 64 bits its digits are kept.
  func write(integer: some FixedWidthInteger) {
    node.set(Int64(exactly: integer).map(TreeLiteral.integer) ?? .decimal(String(integer)))
  }

  /// Writes a floating-point number, which must be finite or have a text that stands for it.
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

  private func writeNumber(written text: String) {
    if let integer = Int64(text) {
      node.set(.integer(integer))
    } else if let double = Double(text), "\(double)" == text {
      node.set(.double(double))
    } else {
      node.set(.decimal(text))
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
    case .base64: node.set(.string(data.base64EncodedString()))
    case .custom(let write): try write(data, self)
    }
  }
}

/// A dictionary whose keys are text, which no key strategy converts.
private protocol EncodableTextKeyedDictionary {
  func write(to frame: EncodingFrame) throws
}

extension Dictionary: EncodableTextKeyedDictionary where Key == String, Value: Encodable {
  fileprivate func write(to frame: EncodingFrame) throws {
    frame.node.becomeMap()
    for (key, value) in self {
      let path = frame.codingPath + [TreeCodingKey.name(key)]
      let node = frame.node.child(key)
      try EncodingFrame(node: node, options: frame.options, codingPath: path).write(value)
    }
  }
}
