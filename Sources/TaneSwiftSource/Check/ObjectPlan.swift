import TaneCore

/// A plan for a map whose keys a type declares.
final class ObjectPlan: Sendable {
  /// The type's qualified name.
  let typeName: String
  let place: SourcePosition?
  /// The fields in key order, like the children of a map.
  let fields: [FieldPlan]
  /// The keys in the order of the declarations.
  let keys: [String]
  let mayReadOtherKeys: Bool
  /// A Boolean value indicating whether the type also decodes values other than maps.
  let acceptsAnyValue: Bool
  /// The key whose value selects the plan for the map, and the plans keyed by that value; nil if
  /// the same plan always applies.
  let variants: (key: String, plans: [String: ObjectPlan])?

  init(
    typeName: String,
    place: SourcePosition?,
    fields: [FieldPlan],
    mayReadOtherKeys: Bool,
    acceptsAnyValue: Bool = false,
    variants: (key: String, plans: [String: ObjectPlan])? = nil
  ) {
    self.variants = variants
    self.typeName = typeName
    self.place = place
    keys = fields.map(\.key)
    self.fields = fields.sorted { KeyOrder.precedes($0.key, $1.key) }
    self.mayReadOtherKeys = mayReadOtherKeys
    self.acceptsAnyValue = acceptsAnyValue
  }
}

/// A map key, with the property that decodes its value.
final class FieldPlan: Sendable {
  let key: String
  let keyBytes: [UInt8]
  let node: Int
  let presence: FieldShape.Presence
  let property: String
  /// The type that declares the property.
  let typeName: String
  let type: String
  let place: SourcePosition?

  init(_ field: FieldShape, node: Int, type: String, typeName: String) {
    key = field.key
    keyBytes = Array(field.key.utf8)
    self.node = node
    presence = field.presence
    property = field.property
    self.typeName = typeName
    self.type = type
    place = field.place
  }

  /// The qualified name of the property, such as `Shop.name`.
  var reader: String { "\(typeName).\(property)" }
}
