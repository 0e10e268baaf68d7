import TaneCore

extension FixtureTag {
  /// The name of the tag that removes a value of an earlier set.
  package static let removeName = "!remove"
  /// The name of the tag that appends to a list of an earlier set.
  package static let appendName = "!append"
  /// The key, next to `!append`, for the name of the member that identifies list elements.
  package static let identityKey = "by"

  static let layers = [
    FixtureTag(
      removeName,
      "nothing or, in a list after !append, the identity of the element",
      "!remove"
    ) { evaluator, use throws(Diagnostic) in try evaluator.deferRemoval(use) },
    FixtureTag(
      appendName,
      "a list, or a map with \"values\" and \"by\"",
      "!append [{ id: 40, name: Mika }]"
    ) { evaluator, use throws(Diagnostic) in try evaluator.deferAddition(use) },
  ]
}

// The values of earlier sets are available only after all sets are read, so these tags are applied
// when the sets are merged.
extension FixtureEvaluator {
  /// Returns true if a layer tag is allowed, or reports a finding and returns false.
  private func checkLayerTag(_ use: FixtureTag.Use) -> Bool {
    guard allowsLayerTags else {
      report(
        "wrong-tag",
        "\(use.tag.name) can be used only for databases, documents and accounts; write the whole "
          + "value here",
        at: use.node.position
      )
      append(nil, of: use)
      return false
    }
    recordLayerTag()
    return true
  }

  fileprivate func deferRemoval(_ use: FixtureTag.Use) throws(Diagnostic) {
    guard checkLayerTag(use) else { return }
    builder.setPosition(of: use.node)
    builder.beginMap(tag: .expression)
    builder.setKey(use.tag.name)
    try emit(use.argument, use.place.part("remove"), use.counters)
    builder.endContainer()
  }

  fileprivate func deferAddition(_ use: FixtureTag.Use) throws(Diagnostic) {
    var (values, identity) = (use.argument, nil as Tree?)
    if values.kind == .map, values.tag == .none {
      guard
        let arguments = FixtureArguments(
          use,
          self,
          required: ["values"],
          optional: [FixtureTag.identityKey]
        ), let list = arguments["values"]
      else { return append(nil, of: use) }
      (values, identity) = (list, arguments[FixtureTag.identityKey])
    }
    guard values.kind == .list || values.tag == .expression else {
      reportMisuse(use)
      return append(nil, of: use)
    }
    guard checkLayerTag(use) else { return }
    builder.setPosition(of: use.node)
    builder.beginMap(tag: .expression)
    builder.setKey(use.tag.name)
    try emit(values, use.place.part("append"), use.counters)
    if let identity {
      builder.setKey(FixtureTag.identityKey)
      builder.append(text(identity, of: use) ?? "")
    }
    builder.endContainer()
  }
}
