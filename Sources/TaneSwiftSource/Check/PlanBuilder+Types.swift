import TaneCore

extension PlanBuilder {
  /// Returns the node of a declared type with generic arguments; each combination of type and
  /// arguments is resolved only once.
  mutating func declared(
    _ type: DeclaredType,
    _ arguments: [Int],
    _ types: [TypeReference],
    _ context: Context
  ) -> Int {
    let schema = SchemaBuilder(index: index, type: type).schema()
    let inner = Context(
      scope: type.scope,
      parameters: argumentsByParameter(of: schema, arguments, context.parameters),
      types: argumentsByParameter(of: schema, types, context.types)
    )
    let instance = Instance(
      typeName: type.name,
      file: type.file,
      arguments: schema.genericParameters.map { inner.parameters[$0] ?? -1 }
    )
    if let known = instances[instance] { return used(known) }
    let node = add(.unchecked)
    instances[instance] = node
    let name = named(type, inner)
    let dataNode = dataNode(of: schema, name, inner)
    guard !schema.steps.isEmpty || !schema.isFullyAnalyzed else {
      plan.nodes[node] = dataNode
      return node
    }
    let steps = Step.converting(schema.steps) { step -> [Step<StepPlan>]? in
      let field = field(step.field, schema, name, inner)
      return [.read(StepPlan(path: step.path, field: field, test: step.test))]
    }
    plan.nodes[node] = .steps(
      StepsPlan(node: add(dataNode), steps: steps, isFullyAnalyzed: schema.isFullyAnalyzed)
    )
    return node
  }

  /// Returns the type's name, with its generic arguments if all are known, such as `Page<Shop>`.
  private func named(_ type: DeclaredType, _ context: Context) -> String {
    let own = type.summary.genericParameters
    let arguments = own.compactMap { context.types[$0]?.description }
    guard !own.isEmpty, arguments.count == own.count else { return type.name }
    return "\(type.name)<\(arguments.joined(separator: ", "))>"
  }

  /// Returns the generic arguments of a type, keyed by parameter name.
  ///
  /// In `arguments`, the arguments of outer types come first and may be omitted.
  private func argumentsByParameter<Argument>(
    of schema: TypeSchema,
    _ arguments: [Argument],
    _ outer: [String: Argument]
  ) -> [String: Argument] {
    var parameters = outer.filter { schema.genericParameters.contains($0.key) }
    for (name, argument) in zip(schema.genericParameters.reversed(), arguments.reversed()) {
      parameters[name] = argument
    }
    return parameters
  }

  private mutating func dataNode(
    of schema: TypeSchema,
    _ name: String,
    _ context: Context
  ) -> PlanNode {
    if case .opaque = schema.shape {} else { recordAssumptions(schema) }
    switch schema.shape {
    case .opaque where schema.isFullyAnalyzed: return .unchecked
    case .opaque(let reason):
      _ = unchecked("\(schema.name) (\(schema.place)): \(reason)")
      return .unchecked
    case .rawValues(let shape):
      guard let name = shape.type.dottedName, let type = KnownType(name: name) else {
        return .unchecked
      }
      return .rawValues(RawValuesPlan(shape, type: type, schema: schema))
    case .cases(let cases):
      var contents: [String: ObjectPlan] = [:]
      for shape in cases { contents[shape.key] = object(shape.fields, schema, name, context) }
      return .cases(CasesPlan(cases, of: name, schema, contents: contents))
    case .fields(let shape):
      return .object(object(shape, schema, name, context))
    case .value(let type):
      var context = context
      context.referrer = schema.name
      return plan.nodes[resolve(type, context)]
    case .attempted(let type):
      var context = context
      context.referrer = schema.name
      return .attempted(resolve(type, context), typeName: name)
    case .union(let types, let acceptsNull):
      var context = context
      context.referrer = schema.name
      let names = types.map { $0.substituting(context.types).description }
      let plan = UnionPlan(
        alternatives: types.map { resolve($0, context) },
        types: (names + (acceptsNull ? ["null"] : [])).joined(separator: " or "),
        acceptsNull: acceptsNull
      )
      return .union(plan)
    case .elements(let shape):
      var context = context
      context.referrer = schema.name
      return elements(shape, schema, name, context)
    }
  }

  private mutating func elements(
    _ shape: ElementsShape,
    _ schema: TypeSchema,
    _ name: String,
    _ context: Context
  ) -> PlanNode {
    .elements(
      first: shape.first.map { content($0, schema, name, context) },
      requiredCount: shape.requiredCount,
      rest: shape.rest.map { content($0, schema, name, context) }
    )
  }

  /// Returns the node for the value of a key or list element.
  private mutating func content(
    _ content: FieldContent,
    _ schema: TypeSchema,
    _ name: String,
    _ context: Context
  ) -> Int {
    switch content {
    case .unchecked: add(.unchecked)
    case .fields(let shape): add(.object(object(shape, schema, name, context)))
    case .elements(let shape): add(elements(shape, schema, name, context))
    case .value(let type): resolve(type, context)
    case .rawValue(let type):
      index.declared(type, from: context.scope).map { declared($0, [], [], context) }
        ?? resolve(type, context)
    }
  }

  private mutating func recordAssumptions(_ schema: TypeSchema) {
    for clause in schema.assumptions where !plan.notChecked.contains(clause) {
      plan.notChecked.append(clause)
    }
  }

  private mutating func object(
    _ shape: FieldsShape,
    _ schema: TypeSchema,
    _ name: String,
    _ context: Context
  ) -> ObjectPlan {
    var mayReadOtherKeys = shape.mayReadOtherKeys
    var fields = shape.fields.map { field($0, schema, name, context) }
    for reference in shape.includes {
      guard let included = includedPlan(reference, context) else {
        mayReadOtherKeys = true
        continue
      }
      mayReadOtherKeys = mayReadOtherKeys || included.mayReadOtherKeys
      let known = Set(fields.map(\.key))
      fields += included.fields.filter { !known.contains($0.key) }
    }
    var plans: [String: ObjectPlan] = [:]
    for (value, shape) in (shape.variants?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      plans[value] = object(shape, schema, name, context)
    }
    return ObjectPlan(
      typeName: name,
      place: schema.place,
      fields: fields,
      mayReadOtherKeys: mayReadOtherKeys,
      acceptsAnyValue: shape.acceptsAnyValue,
      variants: shape.variants.map { ($0.key, plans) }
    )
  }

  /// Returns the plan for another type that decodes keys of the same map, or nil if these keys are
  /// unknown.
  private mutating func includedPlan(_ reference: TypeReference, _ context: Context) -> ObjectPlan?
  {
    let node = resolve(reference, context)
    guard case .object(let plan) = plan.dataNode(node) else { return nil }
    return plan
  }

  private mutating func field(
    _ field: FieldShape,
    _ schema: TypeSchema,
    _ name: String,
    _ context: Context
  ) -> FieldPlan {
    var context = context
    context.referrer = field.property.isEmpty ? schema.name : "\(schema.name).\(field.property)"
    var type = ""
    if let reference = field.content.type {
      type = reference.substituting(context.types).description
      if case .text = reference.dottedName.flatMap(KnownType.init(name:)) { type = "String" }
    }
    // The type of a field that is not decoded is not resolved, because it may be unknown.
    let isRead = ![.tolerated, .unread, .identifier].contains(field.presence)
    let node = isRead ? content(field.content, schema, name, context) : add(.unchecked)
    return FieldPlan(field, node: node, type: type, typeName: name)
  }
}
