import TaneCore

/// A plan for an enumeration with associated values, whose data is a map with a single key that
/// names a case.
final class CasesPlan: Sendable {
  let typeName: String
  let shortName: String
  let place: SourcePosition?
  /// The keys in the order of the cases.
  let keys: [String]
  /// The associated values of the cases, by key.
  let contents: [String: ObjectPlan]

  /// A field for each case, keyed by the case's key, for messages about its associated values.
  let caseFields: [String: FieldPlan]

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
    caseFields = Dictionary(
      cases.map { shape in
        let field = FieldShape(
          key: shape.key,
          property: shape.name,
          content: .fields(shape.fields),
          presence: .required,
          place: shape.place
        )
        // Associated values are checked together with their case, and need no node in the plan.
        return (shape.key, FieldPlan(field, node: 0, type: "", typeName: name))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
