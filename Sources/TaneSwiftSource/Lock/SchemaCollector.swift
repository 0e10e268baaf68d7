import TaneCore

/// A collector of mapped types and all types that they decode, with references resolved to
/// qualified names.
struct SchemaCollector {
  private let index: SourceIndex
  private(set) var types: [String: LockedType] = [:]
  private(set) var places = SchemaPositions()
  /// The keys that types declare but do not decode (constants with a value, and document IDs), by
  /// type name.
  private(set) var unreadKeys: [String: Set<String>] = [:]
  private var depth = 0

  /// The maximum depth of aliases: circular aliases do not compile, but must not cause a hang.
  private static let maximumDepth = 100

  init(_ index: SourceIndex) { self.index = index }

  /// Adds the type of a mapping, and returns it with qualified names.
  @discardableResult
  mutating func add(_ type: TypeReference) -> TypeReference {
    resolve(type, LookupScope.outside)
  }

  // MARK: References

  /// Resolves aliases in a reference to qualified names, and collects its types.
  private mutating func resolve(
    _ type: TypeReference,
    _ scope: LookupScope,
    _ arguments: [String: TypeReference] = [:]
  ) -> TypeReference {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { return type }
    switch type {
    case .other: return type
    case .optional(let type): return .optional(resolve(type, scope, arguments))
    case .array(let type): return .array(resolve(type, scope, arguments))
    case .set(let type): return .set(resolve(type, scope, arguments))
    case .dictionary(let key, let value):
      return .dictionary(resolve(key, scope, arguments), resolve(value, scope, arguments))
    case .named(let names): return named(names, scope, arguments)
    }
  }

  private mutating func named(
    _ names: [TypeReference.Name],
    _ scope: LookupScope,
    _ arguments: [String: TypeReference]
  ) -> TypeReference {
    if names.count == 1, let argument = arguments[names[0].text] { return argument }
    let own = names.flatMap(\.arguments).map { resolve($0, scope, arguments) }
    switch index.find(names.map(\.text), from: scope) {
    case .declared(let type):
      collect(type)
      return .named(type.name, own)
    case .alias(let summary, let file, let enclosingNames):
      guard let target = summary.target else { break }
      let inner = Dictionary(
        zip(summary.genericParameters, own),
        uniquingKeysWith: { first, _ in first }
      )
      return resolve(target, LookupScope(names: enclosingNames, file: file), inner)
    case .parameter(let name): return .named(name, own)
    case .ambiguous, .missing: break
    }
    // `Foundation.Date` is the same type as `Date`.
    let last = names.last?.text ?? ""
    let isKnown = names.count == 2 && KnownType(name: last) != nil
    return .named(isKnown ? last : names.map(\.text).joined(separator: "."), own)
  }

  // MARK: Types

  private mutating func collect(_ type: DeclaredType) {
    guard types[type.name] == nil else { return }
    types[type.name] = LockedType(form: .unknown)
    let schema = SchemaBuilder(index: index, type: type).schema()
    places[[type.name]] = schema.place
    let form = form(of: schema, type, at: [type.name])
    types[type.name] = LockedType(parameters: schema.genericParameters, form: form)
  }

  private mutating func form(
    of schema: TypeSchema,
    _ type: DeclaredType,
    at path: [String]
  ) -> LockedType.Form {
    switch schema.shape {
    case .opaque, .elements, .union, .attempted: return .unknown
    case .rawValues(let shape):
      return .rawValues(resolve(shape.type, type.scope), Set(shape.cases.map(\.value)).sorted())
    case .value(let value): return .rawValues(resolved(value, type, withoutOptionals: false), [])
    case .cases(let cases):
      var forms: [String: LockedFields] = [:]
      for shape in cases {
        places[path + [shape.key]] = shape.place
        forms[shape.key] = fields(shape.fields, type, at: path + [shape.key])
      }
      return .cases(forms)
    case .fields(let shape):
      return .fields(fields(shape, type, at: path))
    }
  }

  private mutating func fields(
    _ shape: FieldsShape,
    _ type: DeclaredType,
    at path: [String]
  ) -> LockedFields {
    var locked = LockedFields(isOpen: shape.mayReadOtherKeys)
    for field in shape.fields {
      places[path + [field.key]] = field.place
      guard let field = self.field(field, type, at: path + [field.key]) else { continue }
      locked.fields[field.key] = field.locked
    }
    for reference in shape.includes {
      guard let included = includedFields(reference, type, at: path) else {
        locked.isOpen = true
        continue
      }
      locked.isOpen = locked.isOpen || included.isOpen
      locked.fields.merge(included.fields) { own, _ in own }
    }
    return locked
  }

  /// Returns the keys that another type decodes from the same map, or nil if they are unknown.
  private mutating func includedFields(
    _ reference: TypeReference,
    _ type: DeclaredType,
    at path: [String]
  ) -> LockedFields? {
    guard let included = index.declared(reference, from: type.scope), included.name != type.name
    else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { return nil }
    let schema = SchemaBuilder(index: index, type: included).schema()
    guard case .fields(let fields) = form(of: schema, included, at: path) else { return nil }
    return fields
  }

  /// Returns a key as a locked field, or nil if the type does not decode it.
  private mutating func field(
    _ field: FieldShape,
    _ type: DeclaredType,
    at path: [String]
  ) -> (key: String, locked: LockedField)? {
    let presence: LockedField.Presence
    switch field.presence {
    case .required: presence = .required
    case .optional, .contained: presence = .optional
    case .tolerated, .attempted: presence = .tolerated
    case .unread, .identifier:
      unreadKeys[path[0], default: []].insert(field.key)
      return nil
    }
    let content: LockedField.Content =
      switch field.content {
      case .unchecked: .unknown
      case .fields(let shape): .fields(fields(shape, type, at: path))
      case .elements: .unknown
      case .value(let reference), .rawValue(let reference):
        .type(resolved(reference, type, withoutOptionals: presence == .optional))
      }
    return (
      field.key, LockedField(property: field.property, presence: presence, content: content)
    )
  }

  private mutating func resolved(
    _ reference: TypeReference,
    _ type: DeclaredType,
    withoutOptionals: Bool
  ) -> TypeReference {
    // The description is parsed again, so that the result equals a reference parsed from a lock, in
    // which an undecodable type is a single string.
    let resolved = TypeReference(text: resolve(reference, type.scope).description)
    return withoutOptionals ? resolved.unwrapped : resolved
  }
}

extension TypeReference {
  /// Returns a reference by qualified name, with all generic arguments on the last component.
  fileprivate static func named(_ dotted: String, _ arguments: [TypeReference]) -> TypeReference {
    var names = dotted.split(separator: ".").map { Name(String($0)) }
    if let last = names.popLast() { names.append(Name(last.text, arguments)) }
    return .named(names)
  }
}
