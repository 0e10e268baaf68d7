import TaneCore

/// A map of one key, which names a case.
final class CasesPlan: Sendable {
  let typeName: String
  let shortName: String
  let place: SourcePosition?
  /// The keys in the order of the cases.
  let keys: [String]
  /// The associated values of the cases, by key.
  let contents: [String: ObjectPlan]

  /// The cases as properties, for messages about what they hold.
  let readers: [String: FieldPlan]

  init(
    _ cases: [CaseShape],
    of name: String,
    _ schema: TypeSchema,
    contents: [String: ObjectPlan]
  ) {
    typeName = name
    shortName = schema.name.split(separator: ".").last.map(String.init) ?? schema.name
    place = schema.place
    keys = cases.map(\.key)
    self.contents = contents
    readers = Dictionary(
      cases.map { shape in
        let field = FieldShape(
          key: shape.key,
          property: shape.name,
          content: .fields(shape.fields),
          presence: .required,
          place: shape.place
        )
        // What a case holds is checked by the case, not by a node of the plan.
        return (shape.key, FieldPlan(field, node: 0, type: "", typeName: name))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
