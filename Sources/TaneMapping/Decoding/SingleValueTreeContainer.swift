import TaneCore

/// A container for a node that is decoded as a single value.
struct SingleValueTreeContainer: SingleValueDecodingContainer {
  let frame: TreeFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  func decodeNil() -> Bool { frame.tree.isNull && !frame.isInvented }

  func decode(_ type: Bool.Type) throws -> Bool {
    try read(type) { try $0.bool($0.tree, at: nil) }
  }

  func decode(_ type: String.Type) throws -> String {
    try read(type) { try $0.string($0.tree, at: nil) }
  }

  func decode(_ type: Double.Type) throws -> Double {
    try read(type) { try $0.double($0.tree, at: nil) }
  }

  func decode(_ type: Float.Type) throws -> Float {
    try read(type) { try $0.float($0.tree, at: nil) }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read(type) { try $0.value(of: type) }
  }

  func read<Value>(
    _ type: Value.Type,
    _ body: (TreeFrame) throws -> Value
  ) throws -> Value {
    guard let attempt = frame.attempt else { return try body(frame) }
    return try attempt.handleRequest(for: type, in: frame, at: nil) { try body(frame) }
  }
}
