import TaneCore

// Resolves the steps of an initializer, with the keys and types of its reads.
extension InitializerShapeBuilder {
  /// Returns the steps that a shape does not express, and a message for each kind of unanalyzed
  /// code.
  func steps(
    of summary: InitializerSummary,
    besides shape: TypeShape
  ) -> (steps: [Step<StepShape>], gaps: [String]) {
    var stepsWithGaps = summary.steps
    var steps = resolved(summary.steps, helpers: 0) {
      stepsWithGaps.addGap(.decoding, $0.isEmpty ? [] : [$0.literalText])
    }
    if summary.includesSuperclass { steps += superclassSteps(summary) }
    if case .opaque = shape, summary.containers.contains(where: \.isList) {
      stepsWithGaps.addGap(.decoding, [])
    }
    if case .opaque = shape, steps.isEmpty, stepsWithGaps.gaps.isEmpty {
      // The initializer rejects no value; a step without effect distinguishes it from an
      // initializer that is not analyzed.
      steps = [.choice(condition: [], success: [], failure: [])]
    }
    let place = summary.place.inFile(file)
    return (
      steps.filter { !isExpressed($0, by: shape) },
      stepsWithGaps.gaps.map { clause(for: $0, place) }
    )
  }

  /// Returns a step that reads the superclass, if it has a hand-written initializer.
  private func superclassSteps(_ summary: InitializerSummary) -> [Step<StepShape>] {
    guard let base = index.superclass(of: type), base.initializer != nil else { return [] }
    var read = StepsSummary.Read(.decode, container: nil, place: summary.place)
    read.type = .named(base.name)
    return shape(of: read, nil, "").map { [.read($0)] } ?? []
  }

  private func clause(for gap: StepsSummary.Gap, _ place: SourcePosition) -> String {
    let names = gap.names.map(\.literalText).joined(separator: ", ")
    let name = type.name
    return switch (gap.reason, names.isEmpty) {
    case (.rejection, true): "\(name): init(from:) at \(place) may reject the value"
    case (.rejection, false): "\(name): init(from:) at \(place) may reject values of \(names)"
    case (.decoding, true):
      "\(name): init(from:) at \(place) decodes values in ways that Tane does not analyze"
    case (.decoding, false):
      "\(name): init(from:) at \(place) decodes \(names) in ways that Tane does not analyze"
    case (.call, _):
      "\(name): init(from:) at \(place) calls \(names), which may read other values"
    }
  }

  /// Returns true if a step is an unconditional read that a shape already expresses.
  private func isExpressed(_ step: Step<StepShape>, by shape: TypeShape) -> Bool {
    guard case .read(let read) = step, read.test == .decodes else { return false }
    switch (shape, read.path, read.field.content) {
    case (.fields, nil, .fields): return true
    case (.elements, nil, .elements): return true
    case (.value(let type), nil, .value(let own)): return type == own
    case (.fields(let shape), let path?, _):
      return path.isEmpty
        && shape.fields.contains {
          $0.key == read.field.key && $0.content == read.field.content
            && $0.presence == read.field.presence
        }
    default: return false
    }
  }

  /// The maximum nesting depth of helper calls.
  private static let maximumDepth = 5

  private func resolved(
    _ summary: StepsSummary,
    helpers depth: Int,
    note: (String) -> Void
  ) -> [Step<StepShape>] {
    let keys = summary.containers.map { $0.keys.flatMap(keyNames) }
    return Step.converting(summary.steps, omit: { note($0.key) }) { read in
      let steps = resolve(read, in: summary.containers, keys, helpers: depth)
      // Reads by custom container methods are reported together with the fields.
      if steps == nil, !isOverloaded(read) { note(read.key) }
      return steps
    }
  }

  /// Returns the steps for a read, or nil if the sources do not show its key or its type.
  private func resolve(
    _ read: StepsSummary.Read,
    in containers: [StepsSummary.Container],
    _ keys: [KeyNames?],
    helpers depth: Int
  ) -> [Step<StepShape>]? {
    var place: (path: [String]?, key: String) = (nil, "")
    if let container = read.container {
      guard let path = path(of: container, containers, keys),
        let names = keys[container], names.opaqueReason == nil,
        let key = names.key(ofProperty: read.key)
      else { return nil }
      place = (path, key)
    }
    // Only Firestore's decoder sets identifiers.
    if isDocumentID(read.type) { return [] }
    if read.operation == .helper {
      return inlined(read, place.path ?? [], place.key, helpers: depth)
    }
    var read = read
    if read.operation == .equals, !read.helper.isEmpty {
      guard let value = value(of: read), value.operation != .text else { return nil }
      (read.type, read.members) = (value.type, value.members)
    }
    guard let read = member(read, at: &place) else { return nil }
    return shape(of: read, place.path, place.key).map { [.read($0)] }
  }

  /// Returns the read of a property's value, such as `head.kind`, and updates `place` to the path
  /// and key of that value; returns nil if the sources do not show them.
  private func member(
    _ read: StepsSummary.Read,
    at place: inout (path: [String]?, key: String)
  ) -> StepsSummary.Read? {
    var read = read
    var scope = scope
    for member in read.members {
      guard let owner = read.type.flatMap({ index.declared($0.unwrapped, from: scope) }),
        owner.initializer == nil,
        owner.summary.properties.contains(where: { $0.name == member && $0.attributes.isEmpty }),
        case .fields(let shape) = SchemaBuilder(index: index, type: owner).schema().shape,
        let field = shape.fields.first(where: { $0.property == member }),
        [.required, .optional].contains(field.presence), case .value(let type) = field.content
      else { return nil }
      place = (place.path.map { $0 + [place.key] } ?? [], field.key)
      scope = owner.scope
      read.type = index.declared(type.unwrapped, from: scope).map { .named($0.name) } ?? type
    }
    return read
  }

  /// Returns the path of keys to a container, or nil if a key is unknown.
  private func path(
    of container: Int,
    _ containers: [StepsSummary.Container],
    _ keys: [KeyNames?]
  ) -> [String]? {
    guard let parent = containers[container].parent else { return [] }
    guard let path = path(of: parent, containers, keys), let names = keys[parent],
      names.opaqueReason == nil, let key = names.key(ofProperty: containers[container].key)
    else { return nil }
    return path + [key]
  }

  private func shape(
    of read: StepsSummary.Read,
    _ path: [String]?,
    _ key: String
  ) -> StepShape? {
    guard let test = test(read), let content = content(of: read) else { return nil }
    let field = FieldShape(
      key: key,
      property: read.key.literalText,
      content: content,
      presence: read.operation == .decodeIfPresent ? .optional : .required,
      place: read.place.inFile(file)
    )
    return StepShape(path: path, field: field, test: test)
  }

  private func test(_ read: StepsSummary.Read) -> StepShape.Test? {
    switch read.operation {
    case .contains: return .contains
    case .isPresent: return .isPresent
    case .isNull: return .isNull
    case .equals:
      let values = read.type.map(rawValues) ?? [:]
      let cases = read.caseNames.compactMap { values[$0] }
      guard cases.count == read.caseNames.count, read.texts.isEmpty || isPlain(read.type) else {
        return nil
      }
      return .equals(read.texts + cases)
    default: return .decodes
    }
  }

  /// Returns true if comparing a value of the type with a literal is equivalent to comparing its
  /// data.
  private func isPlain(_ type: TypeReference?) -> Bool {
    let name = type.flatMap { index.resolved($0.unwrapped, from: scope).dottedName }
    switch name.flatMap(KnownType.init(name:)) {
    case .string, .bool, .integer: return true
    default: return false
    }
  }

  private func content(of read: StepsSummary.Read) -> FieldContent? {
    switch read.operation {
    case .isMap: return .fields(FieldsShape(mayReadOtherKeys: true))
    case .isList: return .elements(ElementsShape())
    case .contains, .isPresent, .isNull: return .unchecked("")
    case .text: return read.type.map { .value(.named("\($0)(_:)")) }
    case .rawValue:
      return read.type.flatMap { rawValues(of: $0).isEmpty ? nil : .rawValue(of: $0) }
    case .decode, .decodeIfPresent, .equals:
      return isOverloaded(read) ? nil : read.type.map { .value($0) }
    case .helper: return nil
    }
  }

  /// Returns true if a custom container method may decode the type of a read.
  private func isOverloaded(_ read: StepsSummary.Read) -> Bool {
    guard let type = read.type, read.container != nil else { return false }
    return index.overloads.contains { $0.mayDecode(type, from: scope, in: index) }
  }

  // MARK: Helpers

  /// Returns the steps of a method that an extension declares, with the key and type arguments of a
  /// call inserted, or nil if they are unknown.
  private func inlined(
    _ read: StepsSummary.Read,
    _ path: [String],
    _ key: String,
    helpers depth: Int
  ) -> [Step<StepShape>]? {
    guard depth < Self.maximumDepth, let found = index.helpers[read.helper], found.count == 1,
      let helper = found.first, helper.summary.steps.gaps.isEmpty
    else { return nil }
    guard let types = arguments(of: read, in: helper.summary) else { return nil }
    var isKnown = true
    let steps = Step.converting(helper.summary.steps.steps) { inner -> [Step<StepShape>]? in
      guard inner.container == 0, inner.key == "$" else {
        isKnown = false
        return nil
      }
      var inner = inner
      (inner.key, inner.place) = (read.key, read.place)
      inner.type = inner.type?.substituting(types)
      inner.result = inner.result?.substituting(types)
      let steps =
        inner.operation == .helper
        ? inlined(inner, path, key, helpers: depth + 1)
        : shape(of: inner, path, key).map { [.read($0)] }
      isKnown = isKnown && steps != nil
      return steps
    }
    return isKnown ? steps : nil
  }

  /// Returns the type argument of a called method, keyed by parameter name: empty if the method is
  /// not generic, or nil if the type is unknown.
  private func arguments(
    of read: StepsSummary.Read,
    in helper: HelperSummary
  ) -> [String: TypeReference]? {
    guard let parameter = helper.parameter else { return [:] }
    let inferred = read.result.flatMap { result in
      helper.result?.arguments(making: result, of: [parameter])?[parameter]
    }
    return (read.type ?? inferred).map { [parameter: $0.completed(by: inferred)] }
  }

  /// Returns the read that produces the result of a helper method, or nil for other methods.
  private func value(of read: StepsSummary.Read, helpers depth: Int = 0) -> StepsSummary.Read? {
    guard depth < Self.maximumDepth, let found = index.helpers[read.helper], found.count == 1,
      var value = found[0].summary.value, value.container == 0, value.key == "$",
      let types = arguments(of: read, in: found[0].summary)
    else { return nil }
    value.type = value.type?.substituting(types)
    value.result = value.result?.substituting(types)
    return value.operation == .helper ? self.value(of: value, helpers: depth + 1) : value
  }
}
