import TaneCore

extension FixtureTag {
  static let priority = FixtureTag(
    "!priority",
    "a map with \"value\" and \"priority\"",
    "!priority { value: { name: Mika }, priority: 3 }"
  ) { evaluator, use throws(Diagnostic) in try evaluator.priority(use) }
}

extension FixtureEvaluator {
  /// Appends a Realtime Database value with its priority, in the format of exports.
  fileprivate func priority(_ use: FixtureTag.Use) throws(Diagnostic) {
    guard let arguments = FixtureArguments(use, self, required: ["value", "priority"]),
      let value = arguments["value"], let priority = arguments["priority"]
    else { return append(nil, of: use) }
    guard !usesTimestamps else {
      report(
        .invalidExpression,
        "!priority can be used only in Realtime Databases; in Firestore, use a field instead",
        at: use.node.position
      )
      return append(nil, of: use)
    }
    let known = errorCount
    let rank = try evaluated(priority, use.place.part("priority"), use.counters)
    guard
      rank.kind == .string || rank.kind.isNumber || rank.tag == .serverTimestamp
        || rank.tag == .expression
    else {
      if errorCount == known { arguments.report("priority", "a number or a string") }
      return append(nil, of: use)
    }
    builder.setPosition(of: use.node)
    builder.beginMap()
    if value.kind == .map, value.tag == .none {
      let outer = container
      container = (value, nil)
      defer { container = outer }
      for child in value.children {
        builder.setKey(of: child)
        try emit(child, use.place.child(child.key ?? ""), use.counters)
      }
    } else {
      builder.setPosition(of: value)
      builder.setKey(".value")
      try emit(value, use.place.part("value"), use.counters)
    }
    builder.setPosition(of: priority)
    builder.setKey(".priority")
    builder.append(rank)
    builder.endContainer()
  }
}
