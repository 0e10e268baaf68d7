import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TreeFrame {
  /// Decodes a type from this frame's own node.
  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if let value = try decodeSpecialType(type, tree, at: nil, frame: { self }) { return value }
    // If the decoding is checked, this frame belongs to the requesting type.
    return try (session.isChecked ? TreeFrame(inPlaceOf: self) : self).decode(type)
  }

  /// Decodes a type from a child of this frame's node.
  func value<Value: Decodable>(
    of type: Value.Type,
    _ child: TreeChild,
    at key: any CodingKey
  ) throws -> Value {
    if let value = try decodeSpecialType(
      type,
      child.tree,
      at: key,
      frame: { try self.frame(of: child, at: key) }
    ) {
      return value
    }
    return try frame(of: child, at: key).decode(type)
  }

  /// Decodes a type that has special rules or a fast path; returns nil for other types.
  private func decodeSpecialType<Value: Decodable>(
    _ type: Value.Type,
    _ tree: Tree,
    at key: (any CodingKey)?,
    frame: () throws -> TreeFrame
  ) throws -> Value? {
    if type == String.self { return try string(tree, at: key) as? Value }
    if type == Int.self { return try integer(Int.self, tree, at: key) as? Value }
    if type == Double.self { return try double(tree, at: key) as? Value }
    if type == Bool.self { return try bool(tree, at: key) as? Value }
    if type == URL.self { return try url(tree, at: key) as? Value }
    if type == Date.self { return try date(tree, at: key, frame: frame) as? Value }
    if type == Data.self { return try data(tree, at: key, frame: frame) as? Value }
    if type == Decimal.self { return try decimal(tree, at: key) as? Value }
    if let type = type as? any StandardInteger.Type {
      return try integer(type, tree, at: key) as? Value
    }
    if let value = try typedValue(type, tree, at: key) { return value }
    // Dictionary keys are treated differently from coding keys only if there is a key strategy.
    guard !session.usesDefaultKeys, let dictionary = type as? any StringKeyedDictionary.Type
    else { return nil }
    return try dictionary.decode(from: frame()) as? Value
  }

  private func url(_ tree: Tree, at key: (any CodingKey)?) throws -> URL {
    guard let text = tree.plainString else { throw failure(tree, key).mismatch(URL.self) }
    guard let url = URL(string: text) else {
      throw failure(tree, key).unrepresentable(URL.self, because: "which is not a valid URL")
    }
    return url
  }

  private func date(
    _ tree: Tree,
    at key: (any CodingKey)?,
    frame: () throws -> TreeFrame
  ) throws -> Date {
    switch session.options.dateDecodingStrategy {
    case .deferredToDate where session.document != nil:
      return try timestampDate(tree, at: key)
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try seconds(tree, at: key))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try seconds(tree, at: key))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try seconds(tree, at: key) / 1000)
    case .iso8601:
      guard let text = tree.plainString else { throw failure(tree, key).mismatch(Date.self) }
      guard let date = try? Date(text, strategy: .iso8601) else {
        let reason = "which is not an ISO 8601 date such as 2024-05-01T09:30:00Z"
        throw failure(tree, key).unrepresentable(Date.self, because: reason)
      }
      return date
    case .custom(let read):
      return try value(of: Date.self, in: frame(), as: read)
    }
  }

  private func seconds(_ tree: Tree, at key: (any CodingKey)?) throws -> Double {
    guard tree.kind.isNumber || nonConforming(tree) != nil else {
      throw failure(tree, key).mismatch(Date.self, "Date (a number)")
    }
    return try double(tree, at: key)
  }

  private func data(
    _ tree: Tree,
    at key: (any CodingKey)?,
    frame: () throws -> TreeFrame
  ) throws -> Data {
    switch session.options.dataDecodingStrategy {
    case .deferredToData:
      return try value(of: Data.self, in: frame()) { try Data(from: $0) }
    case .base64 where session.document != nil:
      return try bytesData(tree, at: key)
    case .base64:
      guard let text = tree.plainString else {
        throw failure(tree, key).mismatch(Data.self, "Data (base64 text)")
      }
      guard let data = Data(base64Encoded: text) else {
        throw failure(tree, key).unrepresentable(
          Data.self,
          because: "which is not valid base64 text"
        )
      }
      return data
    case .custom(let read):
      return try value(of: Data.self, in: frame(), as: read)
    }
  }

  /// Returns the result of a strategy's function for a frame's node.
  private func value<Value>(
    of type: Value.Type,
    in frame: TreeFrame,
    as read: (any Decoder) throws -> Value
  ) throws -> Value {
    // In a frame of its own, the function's requests do not count as requests of the enclosing
    // type.
    let frame = TreeFrame(inPlaceOf: frame)
    guard let diagnosis = session.diagnosis else { return try read(frame) }
    return try diagnosis.decodeWithStrategy(type, frame, read)
  }

  /// Returns the number of a node as a decimal; a floating-point number is converted from its
  /// shortest decimal representation.
  private func decimal(_ tree: Tree, at key: (any CodingKey)?) throws -> Decimal {
    if let integer = tree.integer { return Decimal(integer) }
    guard let digits = tree.double.map({ "\($0)" }) ?? tree.decimal else {
      throw failure(tree, key).mismatch(Decimal.self)
    }
    guard let decimal = Decimal(string: digits), !decimal.isNaN else {
      throw failure(tree, key).unrepresentable(Decimal.self, because: "which is beyond its range")
    }
    return decimal
  }
}

/// A dictionary with string keys, which key strategies do not convert.
private protocol StringKeyedDictionary {
  static func decode(from frame: TreeFrame) throws -> Self
}

extension Dictionary: StringKeyedDictionary where Key == String, Value: Decodable {
  fileprivate static func decode(from frame: TreeFrame) throws -> [String: Value] {
    guard frame.tree.isPlainMap else { throw frame.failure.mismatch(Self.self, "a map") }
    frame.visit?.markAllRead()
    return try frame.tree.children.enumerated().reduce(into: [:]) { values, child in
      let key = child.element.key ?? ""
      let place = TreeChild(tree: child.element, index: child.offset)
      values[key] = try frame.value(of: Value.self, place, at: TreeCodingKey.name(key))
    }
  }
}
