import TaneCore

extension TreeFrame {
  /// The boolean that a node holds; numbers and texts are none.
  func bool(_ tree: Tree, at key: (any CodingKey)?) throws -> Bool {
    guard let bool = tree.bool else { throw failure(tree, key).mismatch(Bool.self) }
    return bool
  }

  /// The text that a node holds; a typed value of a document that is spelled as text is none.
  func string(_ tree: Tree, at key: (any CodingKey)?) throws -> String {
    guard let string = tree.plainString else { throw failure(tree, key).mismatch(String.self) }
    return string
  }

  /// The whole number that a node holds, whichever way it is written, if the type can hold it
  /// exactly.
  func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ tree: Tree,
    at key: (any CodingKey)?
  ) throws -> Value {
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(type) }
    guard let value = Self.exactInteger(type, tree) else {
      throw failure(tree, key).unfit(type, because: "which \(type) cannot hold exactly")
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

  /// The number that a node holds as the nearest floating-point number.
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

  /// The number that a node holds as the nearest floating-point number of 32 bits.
  func float(_ tree: Tree, at key: (any CodingKey)?) throws -> Float {
    if let number = nonConforming(tree) { return Float(number) }
    guard tree.kind.isNumber else { throw failure(tree, key).mismatch(Float.self) }
    let double = try double(tree, at: key)
    // Firestore's decoder takes whatever number there is.
    if session.document != nil { return Float(double) }
    guard double.magnitude <= Double(Float.greatestFiniteMagnitude) || !double.isFinite else {
      throw failure(tree, key).unfit(Float.self, because: "which is beyond its range")
    }
    return Float(double)
  }

  /// The number that is not finite for which a text stands.
  func nonConforming(_ tree: Tree) -> Double? {
    guard tree.kind == .string, let text = tree.plainString else { return nil }
    return session.options.nonConformingFloatDecodingStrategy.number(text)
  }

  /// How an error about a node that this frame's node holds under a key is told.
  func failure(_ tree: Tree, _ key: (any CodingKey)?) -> DecodingFailure {
    DecodingFailure(tree: tree, frame: self, key: key)
  }
}
