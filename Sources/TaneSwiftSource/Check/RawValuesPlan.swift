import TaneCore

/// A plan for an enumeration that is decoded from its raw values.
final class RawValuesPlan: Sendable {
  /// The short and the qualified name of the type.
  let shortName: String
  let typeName: String
  let place: SourcePosition?
  let type: KnownType
  /// The raw values in the order of the cases; empty if any value is valid.
  let values: [String]
  private let texts: Set<String>
  private let integers: Set<Int64>
  private let doubles: Set<Double>

  init(_ shape: RawValuesShape, type: KnownType, schema: TypeSchema) {
    typeName = schema.name
    shortName = schema.name.split(separator: ".").last.map(String.init) ?? schema.name
    place = schema.place
    self.type = type
    values = shape.cases.map(\.value)
    texts = Set(values)
    integers = Set(values.compactMap { Int64($0) })
    doubles = Set(values.compactMap { Double($0) })
  }

  /// Returns true if a scalar of the right kind is a valid raw value.
  func accepts(_ tree: Tree) -> Bool {
    if values.isEmpty { return true }
    if let text = tree.string { return texts.contains(text) }
    if let integer = tree.integer {
      return integers.contains(integer) || doubles.contains(Double(integer))
    }
    if let double = tree.double { return doubles.contains(double) }
    return false
  }

  /// Returns true if a map key is a valid raw value.
  func accepts(key: String) -> Bool { values.isEmpty || texts.contains(key) }
}
