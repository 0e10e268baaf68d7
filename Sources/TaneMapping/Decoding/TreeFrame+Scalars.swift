import TaneCore

extension TreeFrame {
  /// Returns a node's Boolean value; numbers and strings are not Booleans.
  func bool(_ tree: Tree, at key: (any CodingKey)?) throws -> Bool {
    guard let bool = tree.bool else { throw failure(tree, key).mismatch(Bool.self) }
    return bool
  }

  /// Returns a node's string; throws for a document's typed value that is represented as a string.
  func string(_ tree: Tree, at key: (any CodingKey)?) throws -> String {
    guard let string = tree.plainString else { throw failure(tree, key).mismatch(String.self) }
    return string
  }

  /// Returns a node's integer in any notation, if the type can represent it exactly.
  func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ tree: Tree,
    at key: (any CodingKey)?
  ) throws -> Value {
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(type) }
    guard let value = Self.exactInteger(type, tree) else {
      throw failure(tree, key).unfit(type, because: "which \(type) cannot represent exactly")
    }
    return value
  }

  private static func exactInteger<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ tree: Tree
  ) -> Value? {
    if let integer = tree.integer { return Value(exactly: integer) }
    if let double = tree.double { return Value(exactly: double) }
    return tree.decimal.flatMap { Value($0) }
  }

  /// Returns a node's number as the nearest double.
  func double(_ tree: Tree, at key: (any CodingKey)?) throws -> Double {
    if let double = tree.double { return double }
    if let integer = tree.integer { return Double(integer) }
    if let number = nonConforming(tree) { return number }
    guard let digits = tree.decimal else { throw failure(tree, key).mismatch(Double.self) }
    guard let double = Double(digits), double.isFinite else {
      throw failure(tree, key).unfit(Double.self, because: "which is beyond its range")
    }
    return double
  }

  /// Returns a node's number as the nearest 32-bit floating-point number.
  func float(_ tree: Tree, at key: (any CodingKey)?) throws -> Float {
    if let number = nonConforming(tree) { return Float(number) }
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(Float.self) }
    let double = try double(tree, at: key)
    // Firestore's decoder accepts any number.
    if session.document != nil { return Float(double) }
    guard double.magnitude <= Double(Float.greatestFiniteMagnitude) || !double.isFinite else {
      throw failure(tree, key).unfit(Float.self, because: "which is beyond its range")
    }
    return Float(double)
  }

  /// Returns the non-finite number that a string represents, or nil.
  func nonConforming(_ tree: Tree) -> Double? {
    guard tree.kind == .string, let text = tree.plainString else { return nil }
    return session.options.nonConformingFloatDecodingStrategy.number(text)
  }

  /// Returns a factory of errors about a tree under a key of this frame's node.
  func failure(_ tree: Tree, _ key: (any CodingKey)?) -> DecodingFailure {
    DecodingFailure(tree: tree, frame: self, key: key)
  }
}
