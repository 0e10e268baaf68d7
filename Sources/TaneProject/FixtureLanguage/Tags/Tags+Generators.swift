import TaneCore

extension FixtureTag {
  static let generators = [
    FixtureTag(
      "!repeat",
      "a map with \"count\" and \"do\", and optionally \"as\", \"from\" and \"key\"",
      "!repeat { count: 3, as: n, do: { name: !template \"user{n}\" } }"
    ) { evaluator, use throws(Diagnostic) in try evaluator.repeatValue(use) },
    FixtureTag(
      "!template",
      "a string with counters, or a map with \"text\" and \"as\" (text or integer)",
      "!template \"user{n:06}\"",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.template(use) }
    ),
  ]
}

extension FixtureEvaluator {
  private struct Repetition {
    let count: Int64
    let counter: String?
    let first: Int64
    let key: Tree?
    let body: Tree
  }

  fileprivate func repeatValue(_ use: FixtureTag.Use) throws(Diagnostic) {
    builder.setPosition(of: use.node)
    guard let repetition = repetition(use) else { return builder.appendNull() }
    repetition.key == nil ? builder.beginList() : builder.beginMap()
    let outer = container
    container = nil
    defer { container = outer }
    let known = (errors: errorCount, duplicates: builder.duplicateKeys.count, nodeCount: nodeCount)
    for index in 0..<repetition.count {
      let counters = repetition.counter.map {
        use.counters.adding($0, repetition.first + index)
      }
      try emit(repetition, index, counters ?? use.counters, use)
      // An error in one record would repeat in the others.
      if errorCount > known.errors { break }
      if index + 1 == Self.sampleCount {
        reserve(for: repetition.count - index - 1, like: nodeCount - known.nodeCount)
      }
    }
    builder.endContainer()
    guard builder.duplicateKeys.count > known.duplicates,
      let duplicate = builder.duplicateKeys.last
    else { return }
    report(
      "duplicate-key",
      "this !repeat generates the key \"\(duplicate.key.escapingControls)\" twice; put a counter "
        + "into its key, as in \"key: user{n}\"",
      at: repetition.key?.position ?? use.node.position
    )
  }

  /// The number of records after which the total size is estimated.
  private static let sampleCount: Int64 = 1000

  /// Reserves capacity for more records within the limit; `sampled` is the number of values in the
  /// records so far.
  private func reserve(for count: Int64, like sampled: Int) {
    let possible = max(0, limit - nodeCount) / max(1, sampled) * Int(Self.sampleCount)
    builder.reserve(moreChildren: min(Int(count), possible))
  }

  private func repetition(_ use: FixtureTag.Use) -> Repetition? {
    guard
      let arguments = FixtureArguments(
        use,
        self,
        required: ["count", "do"],
        optional: ["as", "from", "key"]
      ),
      let count = arguments.integer("count", in: 0...Int64(Self.maximumNodes)),
      let body = arguments["do"]
    else { return nil }
    let counter = arguments.name("as")
    let first = arguments.integer("from", in: -1_000_000_000_000...1_000_000_000_000)
    guard (counter == nil) == (arguments["as"] == nil), (first == nil) == (arguments["from"] == nil)
    else { return nil }
    if let counter, use.counters.contains(counter) {
      arguments.report("as", "a name that no enclosing !repeat uses")
      return nil
    }
    return Repetition(
      count: count,
      counter: counter,
      first: first ?? 1,
      key: arguments["key"],
      body: body
    )
  }

  private func emit(
    _ repetition: Repetition,
    _ index: Int64,
    _ counters: FixtureCounters,
    _ use: FixtureTag.Use
  ) throws(Diagnostic) {
    guard let keyNode = repetition.key else {
      return try emit(repetition.body, use.place.child(String(index)), counters)
    }
    let place = use.place.child(String(index))
    guard let key = try key(keyNode, place.part("key"), counters) else { return }
    builder.setPosition(of: keyNode)
    builder.setKey(key)
    try emit(repetition.body, use.place.child(key), counters)
  }

  /// Returns the key of a record, or reports a finding and returns nil if it is not text.
  private func key(
    _ node: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) -> String? {
    if let text = node.tag == .none ? node.string : nil {
      return expandedTemplate(text, counters, at: node.position)
    }
    let known = errorCount
    let value = try evaluated(node, place, counters)
    if let text = Self.scalarText(value) { return text }
    if errorCount == known {
      report(
        .invalidExpression,
        "\"key\" of !repeat must be text, such as \"user{n:06}\"; found "
          + "\(Self.description(of: value))",
        at: node.position
      )
    }
    return nil
  }

  fileprivate func template(_ use: FixtureTag.Use) -> FixtureScalar? {
    var (text, form) = (use.argument as Tree?, "text")
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["text"], optional: ["as"])
      else { return nil }
      text = arguments["text"]
      form = arguments["as"]?.string ?? (arguments["as"] == nil ? "text" : "")
      guard ["text", "integer"].contains(form) else {
        arguments.report("as", "text or integer")
        return nil
      }
    }
    guard let text, let template = Self.scalarText(text) else {
      reportMisuse(use)
      return nil
    }
    guard let expandedTemplate = expandedTemplate(template, use.counters, at: use.node.position)
    else { return nil }
    guard form == "integer" else { return .text(expandedTemplate) }
    guard let number = Int64(expandedTemplate) else {
      report(
        .invalidExpression,
        "\"\(expandedTemplate.escapingControls)\" is not a whole number; remove \"as: integer\"",
        at: use.node.position
      )
      return nil
    }
    return .integer(number)
  }
}
