import TaneCore

/// A builder that determines the data that a hand-written `init(from:)` reads, based on its source
/// text.
struct InitializerShapeBuilder {
  let index: SourceIndex
  let type: DeclaredType
  let file: String

  func shape(of summary: InitializerSummary) -> TypeShape {
    let place = summary.place.inFile(file)
    if !summary.alternatives.isEmpty {
      return .union(summary.alternatives.map(rawValue), acceptsNull: summary.acceptsNull)
    }
    if let reason = summary.opaqueReason { return .opaque("init(from:) at \(place) \(reason)") }
    let opensMap = summary.containers.contains { $0.isRoot && $0.isCertain && $0.keys != nil }
    let opensSingle = summary.containers.contains { $0.keys == nil && !$0.isList }
    if opensSingle, !opensMap || summary.singleValue != nil {
      return singleValue(of: summary, place)
    }
    var keys: [KeyNames] = []
    for container in summary.containers {
      guard let reference = container.keys else {
        keys.append(KeyNames(of: nil))
        continue
      }
      guard let names = keyNames(reference) else {
        return .opaque(
          "the declaration of the key type \(reference) of init(from:) at \(place) was not found"
        )
      }
      if let reason = names.opaqueReason { return .opaque(reason) }
      if names.usesLiterals, !summary.keys(of: keys.count).allSatisfy({ $0.hasPrefix("\"") }) {
        return .opaque("\(reference) computes its keys")
      }
      keys.append(names)
    }
    let roots = summary.containers.indices.filter { summary.containers[$0].isRoot }
    let lists = roots.filter { summary.containers[$0].isList }
    if let list = lists.first {
      guard roots == [list], summary.includes.isEmpty, !summary.includesSuperclass else {
        return .opaque("init(from:) at \(place) reads a list in more than one way")
      }
      return .elements(elements(of: list, summary, keys))
    }
    guard readsMap(summary) else {
      return summary.includes.count == 1 && roots.isEmpty
        ? .value(summary.includes[0])
        : .opaque("init(from:) at \(place) may read a value other than a map")
    }
    var shape = FieldsShape(
      includes: summary.includes,
      mayReadOtherKeys: summary.mayReadOtherKeys
    )
    if summary.includesSuperclass {
      if let base = index.superclass(of: type) {
        shape.includes.append(.named(base.name))
      } else {
        shape.mayReadOtherKeys = true
      }
    }
    shape.fields = fields(summary, keys)
    shape.variants = variants(of: summary, over: shape, keys)
    if shape.variants != nil { shape.mayReadOtherKeys = true }
    return .fields(shape)
  }

  /// Returns the fields that the initializer reads for each value of a key, including the fields
  /// that it reads for every value.
  private func variants(
    of summary: InitializerSummary,
    over base: FieldsShape,
    _ keys: [KeyNames]
  ) -> VariantsShape? {
    guard let variants = summary.variants, summary.containers[variants.container].isRoot,
      let key = keys[variants.container].key(ofProperty: variants.key)
    else { return nil }
    let values = rawValues(of: summary, variants)
    var fields: [String: FieldsShape] = [:]
    for variant in variants.variants {
      var own = summary
      own.variants = nil
      own.reads += variant.reads
      var shape = base
      shape.fields = self.fields(own, keys)
      shape.includes += variant.includes
      shape.mayReadOtherKeys = shape.mayReadOtherKeys || variant.mayReadOtherKeys
      for value in variant.texts + variant.caseNames.compactMap({ values[$0] })
      where fields[value] == nil {
        fields[value] = shape
      }
    }
    return VariantsShape(key: key, fields: fields)
  }

  private func rawValues(
    of summary: InitializerSummary,
    _ variants: VariantsSummary
  ) -> [String: String] {
    let read = summary.reads.first {
      $0.container == variants.container && $0.key == variants.key && $0.type != nil
    }
    return read?.type.map(rawValues) ?? [:]
  }

  /// Returns the raw values of an enumeration, keyed by case name; empty if they are unknown.
  func rawValues(of type: TypeReference) -> [String: String] {
    guard let declared = index.declared(type.unwrapped, from: scope),
      declared.initializer == nil, declared.rawValues == nil,
      case .rawValues(let shape) = SchemaBuilder(index: index, type: declared).schema().shape
    else { return [:] }
    return Dictionary(
      shape.cases.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the type that is decoded from the single value, or an opaque shape if anything else is
  /// decoded.
  private func singleValue(
    of summary: InitializerSummary,
    _ place: SourcePosition
  ) -> TypeShape {
    guard let value = summary.singleValue, summary.containers.count == 1, summary.includes.isEmpty,
      !summary.includesSuperclass, !summary.mayReadOtherKeys
    else { return .opaque("init(from:) at \(place) reads a single value") }
    return summary.isSingleValueAttempted ? .attempted(rawValue(value)) : .value(rawValue(value))
  }

  /// Replaces the standard library's `RawValue` with the type of the raw values, and returns any
  /// other type unchanged.
  private func rawValue(_ value: TypeReference) -> TypeReference {
    guard ["RawValue", "Self.RawValue"].contains(value.dottedName),
      index.declared(value, from: scope) == nil
    else { return value }
    let inherited = type.summary.kind == .enumeration ? type.summary.inherited.first : nil
    return type.rawValueType ?? inherited ?? value
  }

  func keyNames(_ keys: TypeReference) -> KeyNames? {
    if let declared = index.declared(keys, from: scope) { return KeyNames(of: declared) }
    if keys.dottedName == "String" { return .literals }
    // The compiler derives coding keys even if a type customizes only decoding.
    return keys.dottedName?.split(separator: ".").last == "CodingKeys" ? KeyNames(of: nil) : nil
  }

  var scope: LookupScope { LookupScope(names: type.scope.names, file: file) }

  /// Returns the fields that the initializer reads from the type's own map.
  private func fields(_ summary: InitializerSummary, _ keys: [KeyNames]) -> [FieldShape] {
    var fields: [FieldShape] = []
    for number in summary.containers.indices where summary.containers[number].isRoot {
      for field in self.fields(of: number, summary, keys) { merge(field, into: &fields) }
    }
    return fields
  }

  private func fields(
    of container: Int,
    _ summary: InitializerSummary,
    _ keys: [KeyNames]
  ) -> [FieldShape] {
    var fields: [FieldShape] = []
    for read in summary.reads where read.container == container {
      guard let key = keys[container].key(ofProperty: read.key) else { continue }
      let field = field(read, key: key)
      // Other code may decode the key as another type.
      let isOpen = summary.mayReadOtherKeys && field.presence == .attempted
      merge(isOpen ? field.tolerated : field, into: &fields)
    }
    for read in summary.nestedReads where read.container == container {
      if let field = field(read, keys[container]) { merge(field, into: &fields) }
    }
    for (number, nested) in summary.containers.enumerated() {
      guard let parent = nested.parent, parent.container == container,
        let key = keys[container].key(ofProperty: parent.key)
      else { continue }
      let content = content(of: number, summary, keys)
      merge(field(of: parent, key: key, content: content), into: &fields)
    }
    return fields
  }

  /// Returns the fields or elements of a nested container.
  private func content(
    of container: Int,
    _ summary: InitializerSummary,
    _ keys: [KeyNames]
  ) -> FieldContent {
    if summary.containers[container].isList {
      return .elements(elements(of: container, summary, keys))
    }
    return .fields(
      FieldsShape(
        fields: fields(of: container, summary, keys),
        mayReadOtherKeys: summary.mayReadOtherKeys || summary.hasVariants(readingFrom: container)
      )
    )
  }

  /// Returns the elements that are read from a list, in order; a loop reads all remaining elements.
  private func elements(
    of container: Int,
    _ summary: InitializerSummary,
    _ keys: [KeyNames]
  ) -> ElementsShape {
    var shape = ElementsShape()
    for element in summary.elements where element.container == container && shape.rest == nil {
      let content: FieldContent =
        element.content.map { self.content(of: $0, summary, keys) }
        ?? element.type.map { .value($0) } ?? .unchecked("the property has no type annotation")
      if element.isRepeated {
        shape.rest = content
      } else {
        shape.first.append(content)
        if !element.mayBeAbsent { shape.requiredCount = shape.first.count }
      }
    }
    return shape
  }

  private func field(
    of parent: InitializerSummary.Parent,
    key: String,
    content: FieldContent
  ) -> FieldShape {
    FieldShape(
      key: key,
      property: parent.key.literalText,
      content: content,
      presence: parent.isCertain ? .required : .tolerated,
      place: parent.place.inFile(file)
    )
  }

  private func field(_ read: InitializerSummary.Read, key: String) -> FieldShape {
    let presence: FieldShape.Presence =
      switch (read.method, read.isCertain) {
      case (.decode, true) where isDocumentID(read.type): .identifier
      case (.decode, true): .required
      case (_, true) where isDocumentID(read.type): .tolerated
      case (.decodeIfPresent, true): .optional
      case (.decodeIfContained, true): .contained
      default: read.isAttempted && !isDocumentID(read.type) ? .attempted : .tolerated
      }
    return FieldShape(
      key: key,
      property: read.key.literalText,
      content: read.type.map { .value($0) } ?? .unchecked("the property has no type annotation"),
      presence: presence,
      place: read.place.inFile(file)
    )
  }

  func isDocumentID(_ type: TypeReference?) -> Bool {
    type.map { index.isDocumentID($0, from: scope) } ?? false
  }

  /// Returns the field of a key whose value another type decodes with a separate decoder.
  private func field(_ read: InitializerSummary.NestedRead, _ keys: KeyNames) -> FieldShape? {
    guard let key = read.key.map({ keys.key(ofProperty: $0) }) ?? "super" else { return nil }
    let type = read.type ?? index.superclass(of: self.type).map { .named($0.name) }
    return FieldShape(
      key: key,
      property: read.key?.literalText ?? "super",
      content: type.map { .value($0) } ?? .unchecked("the superclass is unknown"),
      // If the key is missing, the type decodes null.
      presence: !read.isCertain || type == nil
        ? .tolerated : type.map(readsMap) ?? false ? .required : .contained,
      place: read.place.inFile(file)
    )
  }

  /// Returns true if an initializer certainly decodes a map.
  private func readsMap(_ summary: InitializerSummary) -> Bool {
    summary.containers.contains { $0.isRoot && $0.isCertain && !$0.isList }
      || summary.includes.contains(where: readsMap)
      || summary.includesSuperclass
  }

  /// Returns true if a type certainly decodes a map, based on the declaration alone, since its
  /// schema may still be under construction.
  private func readsMap(_ type: TypeReference) -> Bool {
    if case .dictionary(let key, _) = type, key.dottedName == "String" { return true }
    guard let declared = index.declared(type, from: scope) else { return false }
    if let initializer = declared.initializer?.summary {
      return initializer.alternatives.isEmpty && initializer.opaqueReason == nil
        && initializer.containers.contains { $0.isRoot && $0.isCertain && !$0.isList }
        && initializer.containers.allSatisfy { $0.keys != nil || $0.isList }
    }
    return [.structure, .classType].contains(declared.summary.kind)
      && declared.rawValueType == nil
  }

  /// Adds the field of a read, or merges it with an earlier read of the same key.
  ///
  /// A read that is certain takes precedence; uncertain reads that differ become a tolerated field.
  private func merge(_ field: FieldShape, into fields: inout [FieldShape]) {
    let uncertainPresences: [FieldShape.Presence] = [.tolerated, .attempted]
    guard let existingIndex = fields.firstIndex(where: { $0.key == field.key }) else {
      return fields.append(field)
    }
    guard uncertainPresences.contains(fields[existingIndex].presence) else { return }
    if !uncertainPresences.contains(field.presence) {
      fields[existingIndex] = field
    } else if fields[existingIndex].presence == .attempted,
      (field.presence, field.content) != (.attempted, fields[existingIndex].content)
    {
      fields[existingIndex] = fields[existingIndex].tolerated
    }
  }
}

extension InitializerSummary {
  /// Returns the names of the keys that the initializer uses in a container, as written in the
  /// source.
  fileprivate func keys(of container: Int) -> [String] {
    let variants = variants?.variants.flatMap(\.reads) ?? []
    return (reads + variants).filter { $0.container == container }.map(\.key)
      + nestedReads.filter { $0.container == container }.compactMap(\.key)
      + containers.compactMap { $0.parent.flatMap { $0.container == container ? $0.key : nil } }
  }

  /// Returns true if the value of a key determines which keys are read from a container.
  fileprivate func hasVariants(readingFrom container: Int) -> Bool {
    variants?.variants.contains { $0.reads.contains { $0.container == container } } ?? false
  }
}

extension InitializerSummary.Container {
  /// A Boolean value indicating whether the container decodes the type's own value.
  fileprivate var isRoot: Bool { parent == nil && !isElement }
}
