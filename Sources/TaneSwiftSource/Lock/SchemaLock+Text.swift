import TaneCore
import TaneFormats

extension SchemaLock {
  /// The lock as YAML, with an entry for each type and key, ordered by name.
  ///
  /// If a property has the same name as its key, only the type is written; `?` means that the key
  /// may be absent or null. Parsing the text results in the same types.
  ///
  /// ```yaml
  /// format: 1
  /// types:
  ///   Shop:
  ///     fields:
  ///       id:
  ///         property: shopID
  ///         type: String
  ///       kind: Shop.Kind
  ///       rating: Double?
  ///   Shop.Kind:
  ///     raw: String
  ///     values:
  ///       - bakery
  ///       - cafe
  /// ```
  package var text: String {
    let types = types.map { ($0.key, Self.literal($0.value)) }
    let tree = Tree(.map([("format", .integer(Int64(Self.format))), ("types", .map(types))]))
    return YAMLWriter(keyOrder: .key).write(tree)
  }

  private static func literal(_ type: LockedType) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = []
    if !type.parameters.isEmpty {
      entries.append(("parameters", .list(type.parameters.map { .string($0) })))
    }
    switch type.form {
    case .fields(let fields): entries += Self.entries(of: fields)
    case .rawValues(let type, let values):
      entries.append(("raw", .string(type.description)))
      if !values.isEmpty { entries.append(("values", .list(values.map { .string($0) }))) }
    case .cases(let cases):
      entries.append(("cases", .map(cases.map { ($0.key, .map(Self.entries(of: $0.value))) })))
    case .unknown: entries.append(("unknown", true))
    }
    return .map(entries)
  }

  private static func entries(of fields: LockedFields) -> [(String, TreeLiteral)] {
    var entries: [(String, TreeLiteral)] = [
      ("fields", .map(fields.fields.map { ($0.key, literal($0.value, key: $0.key)) }))
    ]
    if fields.isOpen { entries.append(("open", true)) }
    return entries
  }

  private static func literal(_ field: LockedField, key: String) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = []
    if field.property != key { entries.append(("property", .string(field.property))) }
    var presence: LockedField.Presence? = field.presence == .required ? nil : field.presence
    switch field.content {
    case .unknown: break
    case .fields(let fields): entries += Self.entries(of: fields)
    case .type(let type):
      var type = type
      if case .optional = type {
        // A type that is itself optional is stored separately from the presence of the key.
        presence = field.presence
      } else if field.presence == .optional {
        (type, presence) = (.optional(type), nil)
      }
      if entries.isEmpty, presence == nil { return .string(type.description) }
      entries.append(("type", .string(type.description)))
    }
    if let presence { entries.append(("presence", .string(presence.rawValue))) }
    return .map(entries)
  }
}
