import TaneCore

/// A builder that resolves a type and all types that it refers to into a plan.
struct PlanBuilder {
  struct Instance: Hashable {
    let typeName: String
    let file: String
    let arguments: [Int]
  }

  /// The scope of a reference and the arguments of its generic parameters.
  struct Context {
    var scope: LookupScope
    var parameters: [String: Int] = [:]
    /// The names of the generic arguments, for messages.
    var types: [String: TypeReference] = [:]
    /// The generic arguments of the alias through which the type was found.
    var aliasParameters: [String: Int] = [:]
    /// The type and property being resolved, for messages.
    var referrer = ""
  }

  let index: SourceIndex
  var plan = CheckPlan()
  var instances: [Instance: Int] = [:]
  /// Messages about generic arguments that cannot be checked, by node; they are reported only if a
  /// property uses the argument.
  private var unusedArgumentClauses: [Int: String] = [:]
  private var depth = 0

  /// The maximum depth of nested types; without it, resolving a generic type that contains itself
  /// with ever longer arguments would never end.
  private static let maximumDepth = 100

  init(_ index: SourceIndex) { self.index = index }

  /// Returns a plan whose first node checks values of a type.
  static func plan(for type: TypeReference, index: SourceIndex) -> CheckPlan {
    var builder = PlanBuilder(index)
    let root = builder.add(.unchecked)
    builder.plan.nodes[root] = .optional(builder.resolve(type, Context(scope: .outside)))
    // Replaces the root with a copy of the node to which the type was resolved.
    if case .optional(let node) = builder.plan.nodes[root] {
      builder.plan.nodes[root] = builder.plan.nodes[node]
    }
    return builder.plan
  }

  mutating func add(_ node: PlanNode) -> Int {
    plan.nodes.append(node)
    return plan.nodes.count - 1
  }

  mutating func unchecked(_ clause: String) -> Int {
    if !plan.notChecked.contains(clause) { plan.notChecked.append(clause) }
    return add(.unchecked)
  }

  /// Marks a node as used to decode data, by moving its message from `unusedArgumentClauses` to the
  /// plan, and returns the node.
  mutating func used(_ node: Int) -> Int {
    if let clause = unusedArgumentClauses.removeValue(forKey: node) {
      plan.notChecked.append(clause)
    }
    return node
  }

  // MARK: References

  mutating func resolve(_ reference: TypeReference, _ context: Context) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else {
      return unchecked(
        "\(context.referrer) contains itself with different generic arguments at each level"
      )
    }
    switch reference {
    case .optional(let wrapped): return add(.optional(resolve(wrapped, context)))
    case .array(let element), .set(let element): return add(.list(resolve(element, context)))
    case .dictionary(let key, let value): return dictionary(key, value, context)
    case .other(let text):
      return unchecked("\(text)\(referrerClause(context)) is not a type that can be decoded")
    case .named(let names): return named(names, reference, context)
    }
  }

  private func referrerClause(_ context: Context) -> String {
    context.referrer.isEmpty ? "" : " (the type of \(context.referrer))"
  }

  private mutating func named(
    _ names: [TypeReference.Name],
    _ reference: TypeReference,
    _ context: Context
  ) -> Int {
    if names.count == 1, let argument = context.aliasParameters[names[0].text] {
      return used(argument)
    }
    switch index.find(names.map(\.text), from: context.scope) {
    case .parameter(let name):
      return context.parameters[name].map { used($0) }
        ?? unchecked("\(name)\(referrerClause(context)) is a generic parameter without an argument")
    case .declared(let type):
      guard type.initializer != nil || !index.isKnownNotDecodable(type) else {
        return unchecked(
          "\(type.name)\(referrerClause(context)) at \(type.place) does not conform to Decodable in "
            + "the scanned files"
        )
      }
      let types = names.flatMap(\.arguments).map { $0.substituting(context.types) }
      return declared(type, arguments(of: names, context), types, context)
    case .alias(let summary, let file, let scope):
      let arguments = arguments(of: names, context)
      var inner = context
      inner.scope = LookupScope(names: scope, file: file)
      inner.aliasParameters = Dictionary(
        zip(summary.genericParameters, arguments),
        uniquingKeysWith: { first, _ in first }
      )
      let types = names.flatMap(\.arguments).map { $0.substituting(context.types) }
      inner.types.merge(zip(summary.genericParameters, types)) { _, own in own }
      return summary.target.map { resolve($0, inner) } ?? add(.unchecked)
    case .ambiguous(let places):
      if let node = branches(at: places, context) { return node }
      let clause = SourceIndex.ambiguity(of: "\(reference)\(referrerClause(context))", places)
      return unchecked(clause)
    case .missing:
      return known(names, reference, context)
    }
  }

  /// Returns a union of the targets of an alias that is declared in several `#if` branches, or nil
  /// for other declarations.
  private mutating func branches(at places: [SourcePosition], _ context: Context) -> Int? {
    let aliases = index.aliases.values.joined().filter {
      places.contains($0.summary.place.inFile($0.file))
    }
    guard aliases.count == places.count, Set(aliases.map { $0.file }).count == 1 else { return nil }
    var alternatives: [Int] = []
    for (alias, file) in aliases {
      var inner = context
      inner.scope = LookupScope(names: alias.scope, file: file)
      alternatives.append(alias.target.map { resolve($0, inner) } ?? add(.unchecked))
    }
    let types = aliases.compactMap { $0.summary.target?.description }.joined(separator: " or ")
    return add(.union(UnionPlan(alternatives: alternatives, types: types, acceptsNull: false)))
  }

  private mutating func arguments(
    of names: [TypeReference.Name],
    _ context: Context
  ) -> [Int] {
    names.flatMap(\.arguments).map { argument in
      let count = plan.notChecked.count
      let node = resolve(argument, context)
      // A phantom type, such as the argument of `ID<Shop>`, is not decoded, so it need not be
      // decodable.
      if case .unchecked = plan.nodes[node], plan.notChecked.count == count + 1 {
        unusedArgumentClauses[node] = plan.notChecked.removeLast()
      }
      return node
    }
  }

  private mutating func known(
    _ names: [TypeReference.Name],
    _ reference: TypeReference,
    _ context: Context
  ) -> Int {
    if let node = collection(names, reference, context) { return node }
    guard names.count <= 2, let last = names.last, let type = KnownType(name: last.text) else {
      let hint = index.suggestion(for: reference)
      return unchecked(
        "\(reference)\(referrerClause(context)) is not declared in the scanned files\(hint)"
      )
    }
    switch type {
    case .unchecked: return unchecked("\(reference)\(referrerClause(context)) is not analyzed")
    case .bounds(let count):
      guard let bound = last.arguments.first else { return add(.unchecked) }
      return add(.bounds(resolve(bound, context), count: count))
    default: return add(.known(type))
    }
  }

  /// Returns the node of a collection with inferred elements, such as `Array`, or of a `Tagged`
  /// value (from the Tagged library), or nil for any other type.
  private mutating func collection(
    _ names: [TypeReference.Name],
    _ reference: TypeReference,
    _ context: Context
  ) -> Int? {
    guard names.count == 1, let name = names.first else { return nil }
    switch (name.text, name.arguments.count) {
    case ("Tagged", 2): return resolve(name.arguments[1], context)
    case ("Array", 0), ("Set", 0):
      return add(
        .list(unchecked("elements of \(reference)\(referrerClause(context)) are not analyzed"))
      )
    default: return nil
    }
  }

  private mutating func dictionary(
    _ key: TypeReference,
    _ value: TypeReference,
    _ context: Context
  ) -> Int {
    let type = TypeReference.dictionary(key, value).description
    let keyNode = resolve(key, context)
    let valueNode = resolve(value, context)
    switch plan.dataNode(keyNode) {
    case .known(.string): return add(.dictionary(.text, value: valueNode))
    case .known(.integer(.int)): return add(.dictionary(.integers, value: valueNode))
    case .rawValues(let raw) where isCodingKeyRepresentable(key, context):
      return add(.dictionary(.rawValues(raw), value: valueNode))
    case .unchecked: return add(.unchecked)
    default:
      // An app's type may conform to CodingKeyRepresentable in ways that are not analyzed.
      if isCodingKeyRepresentable(key, context) {
        return unchecked("the keys of \(type)\(referrerClause(context)) are not analyzed")
      }
      let pairs = PairsPlan(
        key: keyNode,
        value: valueNode,
        type: type,
        keyType: key.description
      )
      return add(.pairs(pairs))
    }
  }

  private func isCodingKeyRepresentable(_ key: TypeReference, _ context: Context) -> Bool {
    index.declared(key, from: context.scope).map {
      index.conformances(of: $0).contains("CodingKeyRepresentable")
    } ?? false
  }
}
