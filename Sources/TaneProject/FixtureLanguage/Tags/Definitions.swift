import TaneCore

extension FixtureEvaluator {
  /// Appends the value of a tag that the set defines; if the argument is a map, its entries take
  /// precedence over the entries of the definition.
  func emitDefinition(
    _ name: String,
    _ argument: Tree,
    _ node: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) {
    builder.setPosition(of: node)
    guard let body = settings.definitions[name] else { return builder.appendNull() }
    let isMap = body.kind == .map && body.tag == .none
    guard argument.isNull || isMap && argument.kind == .map && argument.tag == .none else {
      report(
        "wrong-tag",
        "the tag \(name) expects nothing\(isMap ? " or a map of members to change" : ""), not"
          + " \(Self.description(of: argument)); for example \(name)\(isMap ? " { key: value }" : "")",
        at: node.position
      )
      return builder.appendNull()
    }
    guard enter(name, "the definition of \(name)", at: node.position) else {
      return builder.appendNull()
    }
    if argument.isNull {
      try emit(body, place, counters)
    } else {
      try emit(body, under: argument, place, counters)
    }
    evaluationStack.removeLast()
  }

  private func emit(
    _ body: Tree,
    under upper: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) {
    let outer = container
    container = (body, upper)
    defer { container = outer }
    builder.beginMap()
    for child in body.children where upper[child.key ?? ""] == nil {
      builder.setKey(of: child)
      try emit(child, place.child(child.key ?? ""), counters)
    }
    // The argument is not part of the definition, and may use the tag again.
    let name = evaluationStack.removeLast()
    for child in upper.children {
      builder.setKey(of: child)
      try emit(child, place.child(child.key ?? ""), counters)
    }
    evaluationStack.append(name)
    builder.endContainer()
  }
}
