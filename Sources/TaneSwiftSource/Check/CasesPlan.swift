import TaneCore

/// A map of one key, which names a case.
final class CasesPlan: Sendable {
  let typeName: String
  let shortName: String
  let place: SourcePosition?
  /// The keys in the order of the cases.
  let keys: [String]
  /// What the cases hold, by key.
  let contents: [String: ObjectPlan]

  init(schema: TypeSchema, keys: [String], contents: [String: ObjectPlan]) {
    typeName = schema.name
    shortName = schema.name.split(separator: ".").last.map(String.init) ?? schema.name
    place = schema.place.position
    self.keys = keys
    self.contents = contents
  }
}
