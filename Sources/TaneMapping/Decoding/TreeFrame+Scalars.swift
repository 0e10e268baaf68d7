import TaneCore

extension TreeFrame {
  /// Returns the Boolean value of a node; numbers and strings are not Booleans.
  func bool(_ tree: Tree, at key: (any CodingKey)?) throws -> Bool {
    guard let bool = tree.bool else { throw failure(tree, key).mismatch(Bool.self) }
    return bool
  }

  /// Returns the string of a node; strings that represent a document's typed values are not
  /// accepted.
  func string(_ tree: Tree, at key: (any CodingKey)?) throws -> String {
    guard let string = tree.plainString else { throw failure(tree, key).mismatch(String.self) }
    return string
  }

  /// Returns the number of a node, in any notation, as an integer that represents it exactly.
  func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ tree: Tree,
    at key: (any CodingKey)?
  ) throws -> Value {
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(type) }
    guard let value = Self.exactInteger(type, tree) else {
      throw failure(tree, key).unrepresentable(
        type,
        because: "which \(type) cannot represent exactly"
      )
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

  /// Returns the number of a node as the nearest double.
  func double(_ tree: Tree, at key: (any CodingKey)?) throws -> Double {
    if let double = tree.double { return double }
    if let integer = tree.integer { return Double(integer) }
    if let number = nonConforming(tree) { return number }
    guard let digits = tree.decimal else { throw failure(tree, key).mismatch(Double.self) }
    guard let double = Double(digits), double.isFinite else {
      throw failure(tree, key).unrepresentable(Double.self, because: "which is beyond its range")
    }
    return double
  }

  /// Returns the number of a node as the nearest 32-bit floating-point number.
  func float(_ tree: Tree, at key: (any CodingKey)?) throws -> Float {
    if let number = nonConforming(tree) { return Float(number) }
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(Float.self) }
    let double = try double(tree, at: key)
    // Firestore's decoder also rejects infinity and NaN.
    let isAccepted = !double.isFinite && session.document == nil
    guard double.magnitude <= Double(Float.greatestFiniteMagnitude) || isAccepted else {
      throw failure(tree, key).unrepresentable(Float.self, because: "which is beyond its range")
    }
    return Float(double)
  }

  /// Returns the non-finite number that a string represents, or nil if it represents none.
  func nonConforming(_ tree: Tree) -> Double? {
    guard tree.kind == .string, let text = tree.plainString else { return nil }
    return session.options.nonConformingFloatDecodingStrategy.number(text)
  }

  /// Returns a factory for errors about a tree: a child of this frame's node if a key is given.
  func failure(_ tree: Tree, _ key: (any CodingKey)?) -> DecodingFailure {
    DecodingFailure(tree: tree, frame: self, key: key)
  }
}
