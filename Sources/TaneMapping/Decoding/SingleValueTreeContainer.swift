import TaneCore

/// A node being decoded as one value.
struct SingleValueTreeContainer: SingleValueDecodingContainer {
  let frame: TreeFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  func decodeNil() -> Bool { frame.tree.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try frame.bool(frame.tree, at: nil) }

  func decode(_ type: String.Type) throws -> String { try frame.string(frame.tree, at: nil) }

  func decode(_ type: Double.Type) throws -> Double { try frame.double(frame.tree, at: nil) }

  func decode(_ type: Float.Type) throws -> Float { try frame.float(frame.tree, at: nil) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try frame.value(of: type) }
}
