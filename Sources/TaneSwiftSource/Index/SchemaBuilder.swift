/// A builder that determines the data that a declared type decodes, from its hand-written
/// `init(from:)` or by the rules for compiler-derived initializers.
struct SchemaBuilder {
  let index: SourceIndex
  let type: DeclaredType
  private var assumptions: [String] = []
  private var steps: [Step<StepShape>] = []

  init(index: SourceIndex, type: DeclaredType) {
    self.index = index
    self.type = type
  }

  consuming func schema() -> TypeSchema {
    let shape = toleratingOverloads(makeShape())
    return TypeSchema(
      name: type.name,
      genericParameters: genericParameters,
      shape: shape,
      steps: steps,
      assumptions: assumptions,
      place: type.place
    )
  }

  private var genericParameters: [String] {
    let names = type.scope.names
    return (1...max(1, names.count)).flatMap { depth in
      index.types[names.prefix(depth).joined(separator: ".")]?.first?
        .summary.genericParameters ?? []
    }
  }

  mutating func addAssumption(_ clause: String) { assumptions.append(clause) }

  private mutating func makeShape() -> TypeShape {
    if let macro = type.summary.attributes.first(where: { !$0.isGlobalActorAttribute }) {
      return .opaque("@\(macro) may be a macro, whose expansion is not analyzed")
    }
    if let initializer = type.initializer {
      let reader = InitializerShapeBuilder(index: index, type: type, file: initializer.file)
      let shape = reader.shape(of: initializer.summary)
      let analysis = reader.steps(of: initializer.summary, besides: shape)
      (steps, assumptions) = (analysis.steps, analysis.gaps)
      return shape
    }
    if let found = index.protocolWithInitializer(of: type) {
      return .opaque("init(from:) may come from the protocol \(found.name)")
    }
    switch type.summary.kind {
    case .enumeration: return enumeration()
    case .classType: return classShape()
    case .structure: return rawRepresentableShape() ?? storedProperties()
    case .protocolType: return .opaque("it is a protocol")
    case .extensionOf:
      return rawRepresentableShape()
        ?? .opaque("the scanned files declare only extensions of it, and none with init(from:)")
    case .alias: return .opaque("it is not a type")
    }
  }

  /// Returns a shape in which fields that a custom container method may decode are not checked.
  private mutating func toleratingOverloads(_ shape: TypeShape) -> TypeShape {
    guard case .fields(let fields) = shape, !index.overloads.isEmpty else { return shape }
    return .fields(toleratingOverloads(fields))
  }

  private mutating func toleratingOverloads(_ shape: FieldsShape) -> FieldsShape {
    var shape = shape
    for index in shape.fields.indices {
      shape.fields[index] = toleratingOverloads(shape.fields[index])
    }
    if let variants = shape.variants {
      var fields: [String: FieldsShape] = [:]
      for (value, variant) in variants.fields.sorted(by: { $0.key < $1.key }) {
        fields[value] = toleratingOverloads(variant)
      }
      shape.variants = VariantsShape(key: variants.key, fields: fields)
    }
    return shape
  }

  private mutating func toleratingOverloads(_ field: FieldShape) -> FieldShape {
    guard case .value(let type) = field.content,
      [.required, .optional, .contained, .attempted].contains(field.presence),
      let overload = index.overloads.first(where: {
        $0.mayDecode(type, from: self.type.scope, in: index)
      })
    else { return field }
    let clause =
      "\(self.type.name).\(field.property) (\(field.place)): KeyedDecodingContainer has a custom "
      + "decode for \(overload.type) (\(overload.place))"
    if !assumptions.contains(clause) { addAssumption(clause) }
    return field.tolerated
  }

  // MARK: Classes

  private mutating func classShape() -> TypeShape {
    if let base = index.superclass(of: type), index.isDecodable(base) {
      // A class that declares no initializer inherits its superclass's initializer, which leaves
      // the properties of the subclass at their defaults.
      return .fields(FieldsShape(includes: [.named(base.name)]))
    }
    let conformances = index.conformances(of: type)
    guard conformances.isDisjoint(with: ["Codable", "Decodable"]) else {
      return rawRepresentableShape() ?? storedProperties()
    }
    let unknown = type.summary.inherited.first.flatMap { first in
      first.dottedName.flatMap { name -> String? in
        guard
          case .missing = index.find(name.split(separator: ".").map(String.init), from: type.scope)
        else { return nil }
        return name
      }
    }
    guard let unknown, !KnownType.names.contains(unknown) else { return storedProperties() }
    return .opaque("it inherits from \(unknown), which is not declared in the scanned files")
  }

  // MARK: Single values

  /// Returns the shape of a `RawRepresentable` type that the standard library decodes from its raw
  /// value, or nil for any other type.
  private mutating func rawRepresentableShape() -> TypeShape? {
    let conformances = index.conformances(of: type)
    guard !conformances.isDisjoint(with: ["RawRepresentable", "OptionSet"]),
      let raw = rawValueType
    else { return nil }
    if conformances.contains("OptionSet") {
      return .rawValues(RawValuesShape(type: raw, cases: []))
    }
    return .rawValues(RawValuesShape(type: raw, cases: acceptedValues(type.rawValues)))
  }

  /// Returns the values that an initializer accepts, or an empty array if it may accept any value.
  private mutating func acceptedValues(_ summary: RawValuesSummary?) -> [RawValuesShape.Case] {
    switch summary {
    case .listed(let texts): return texts.map { RawValuesShape.Case(name: $0, value: $0) }
    case .all: return []
    // The compiler derives the initializer, because `rawValue` is a stored property.
    case nil where type.summary.properties.contains { $0.name == "rawValue" }: return []
    case nil, .unknown:
      addAssumption("\(type.name) (\(type.place)): init(rawValue:) may reject a value")
      return []
    }
  }

  /// The type of the raw values, or nil if the standard library does not decode it.
  private var rawValueType: TypeReference? {
    if let written = type.rawValueType, isRawValueType(written) { return written }
    let alias = TypeReference.named("\(type.name).RawValue")
    return isRawValueType(alias) ? resolved(alias) : nil
  }

  private func isRawValueType(_ reference: TypeReference) -> Bool {
    guard let name = resolved(reference).dottedName, let known = KnownType(name: name) else {
      return false
    }
    switch known {
    case .bool, .string, .float, .double, .integer: return true
    default: return false
    }
  }

  /// Returns the target of a reference to an alias, and any other reference unchanged.
  private func resolved(_ reference: TypeReference) -> TypeReference {
    index.resolved(reference, from: type.scope)
  }

  // MARK: Enumerations

  private mutating func enumeration() -> TypeShape {
    if let first = type.summary.inherited.first, isRawValueType(first) {
      let raw = resolved(first)
      let cases = type.rawValues.map { acceptedValues($0) } ?? rawCases(of: raw)
      return .rawValues(RawValuesShape(type: raw, cases: cases))
    }
    if let wrapped = rawRepresentableShape() { return wrapped }
    return CasesShapeBuilder(index: index, type: type).shape()
  }

  private func rawCases(of raw: TypeReference) -> [RawValuesShape.Case] {
    var next = 0
    return type.summary.cases.map { summary in
      guard raw.dottedName != "String" else {
        return RawValuesShape.Case(name: summary.name, value: summary.rawValue ?? summary.name)
      }
      let value = summary.rawValue ?? String(next)
      next = (IntegerLiteralParser.value(of: value) ?? next) + 1
      return RawValuesShape.Case(
        name: summary.name,
        value: IntegerLiteralParser.value(of: value).map(String.init) ?? value
      )
    }
  }

  // MARK: Stored properties

  private mutating func storedProperties() -> TypeShape {
    let keys = KeyNames(index: index, type: type)
    if let reason = keys.opaqueReason { return .opaque(reason) }
    let properties = type.summary.properties
    let fields = properties.compactMap { property -> FieldShape? in
      guard let key = keys.key(ofProperty: property.name) else { return nil }
      return field(property, key: key)
    }
    return .fields(FieldsShape(fields: fields, acceptsAnyValue: fields.isEmpty))
  }

  private mutating func field(_ property: PropertySummary, key: String) -> FieldShape {
    var (content, presence) = contentAndPresence(property)
    if property.isFixed { presence = .unread }
    if property.isConditional {
      presence = .tolerated
      addAssumption("\(place(of: property)) is inside #if")
    }
    return FieldShape(
      key: key,
      property: property.name,
      content: content,
      presence: presence,
      place: property.place.inFile(type.file)
    )
  }

  private mutating func contentAndPresence(_ property: PropertySummary) -> (
    FieldContent, FieldShape.Presence
  ) {
    let attributes = property.attributes.filter { !$0.isGlobalActorAttribute }
    if let attribute = attributes.first {
      return wrappedPropertyContent(property, by: attribute, isOnlyOne: attributes.count == 1)
    }
    guard let type = property.type ?? property.member.flatMap(type(ofMember:)) else {
      addAssumption("\(place(of: property)) has no type annotation")
      return (.unchecked("it has no type annotation"), .tolerated)
    }
    if index.isDocumentID(type, from: self.type.scope) { return (.value(type), .identifier) }
    return (.value(type), index.isOptional(type, from: self.type.scope) ? .optional : .required)
  }

  private func type(ofMember member: TypeReference) -> TypeReference? {
    index.type(ofMember: member, from: type.scope)
  }

  /// Returns the content and presence of a property with a wrapper that Firebase or the sources
  /// declare; other wrappers are not checked.
  private mutating func wrappedPropertyContent(
    _ property: PropertySummary,
    by attribute: TypeReference,
    isOnlyOne: Bool
  ) -> (FieldContent, FieldShape.Presence) {
    let own = index.declared(attribute, from: type.scope)
    switch (attribute.simpleName, property.type) {
    case ("ServerTimestamp", _?) where own == nil:
      return (.value(.optional(.named("ServerTimestamp"))), .required)
    case ("ExplicitNull", let content?) where own == nil:
      return (.value(content), .required)
    case ("DocumentID", let content?) where own == nil:
      return (.value(content), .identifier)
    default:
      if isOnlyOne, let own, let storedType = storedType(of: property, in: own, as: attribute) {
        return (.value(storedType), .required)
      }
      addAssumption("\(place(of: property)): the type that @\(attribute) reads is unknown")
      return (.unchecked("the type that @\(attribute) reads is unknown"), .tolerated)
    }
  }

  /// Returns the stored type of a property with a wrapper that the sources declare, with generic
  /// arguments.
  ///
  /// The stored type is the type that is decoded. Returns nil if the attribute is not a property
  /// wrapper, or if its arguments are uncertain.
  private func storedType(
    of property: PropertySummary,
    in wrapper: DeclaredType,
    as attribute: TypeReference
  ) -> TypeReference? {
    guard let wrapped = wrapper.wrappedValueType, case .named(var names) = attribute,
      let last = names.popLast()
    else { return nil }
    var parameters = wrapper.summary.genericParameters
    if case .alias(let alias, _, _) = index.find((names + [last]).map(\.text), from: type.scope) {
      parameters = alias.genericParameters
      guard parameters.count == last.arguments.count else { return nil }
    }
    guard parameters.count != last.arguments.count else { return attribute }
    guard last.arguments.isEmpty, let content = property.type,
      let arguments = wrapped.arguments(making: content, of: parameters)
    else { return nil }
    let written = parameters.compactMap { arguments[$0] }
    guard written.count == parameters.count else { return nil }
    return .named(names + [TypeReference.Name(last.text, written)])
  }

  private func place(of property: PropertySummary) -> String {
    "\(type.name).\(property.name) (\(property.place.inFile(type.file)))"
  }
}
