import CLibYAML
import TaneCore

extension YAMLDocument {
  mutating func handleAlias(_ name: String, at mark: yaml_mark_t) throws(Diagnostic) {
    switch anchors[name] {
    case nil:
      report(
        .undefinedAlias,
        "the alias *\(name) has no anchor &\(name) before it" + anchors.hint(for: name),
        at: mark
      )
      skipAlias()
    case .unfinished:
      report(
        .recursiveAlias,
        "the alias *\(name) is inside the value of its anchor &\(name); a value cannot contain "
          + "itself",
        at: mark
      )
      skipAlias()
    case .container(let anchor, let isMap):
      try checkExpansion(of: anchor, named: name, at: mark)
      handle(anchor, isMap: isMap, at: mark)
    case .scalar(let anchor, let text):
      try checkExpansion(of: anchor, named: name, at: mark)
      handle(anchor, text: text, at: mark)
    }
  }

  private mutating func checkExpansion(
    of anchor: TreeBuilder.Anchor,
    named name: String,
    at mark: yaml_mark_t
  ) throws(Diagnostic) {
    guard anchors.addAliasedNodes(anchor.nodeCount) else {
      throw Diagnostic.error(
        .aliasExpansion,
        "with the alias *\(name), the aliases of this file expand to more than "
          + "\(ReadingLimits.aliasedNodes.grouped) values; write large data without aliases",
        at: position(mark)
      )
    }
    guard openLevels + anchor.depth <= ReadingLimits.levels + 1 else {
      throw tooManyLevels(at: mark)
    }
  }

  private mutating func handle(
    _ anchor: TreeBuilder.Anchor,
    isMap: Bool,
    at mark: yaml_mark_t
  ) {
    switch role {
    case .key:
      reportNonScalarKey(isMap: isMap, at: mark)
      role = .discardedValue
    case .mergeValue, .mergeElement:
      if isMap { merge(anchor) } else { reportInvalidMerge("a list", at: mark) }
      if role == .mergeValue { role = .key }
    default:
      builder.append(anchor)
      endValue()
    }
  }

  private mutating func handle(_ anchor: TreeBuilder.Anchor, text: [UInt8], at mark: yaml_mark_t) {
    switch role {
    case .key:
      text.withUnsafeBufferPointer { builder.setKey(utf8: $0) }
      role = .value
    case .mergeValue, .mergeElement:
      reportMergedScalar(at: mark)
    default:
      builder.append(anchor)
      endValue()
    }
  }

  /// Reports a merge key with a scalar instead of a map, and skips the scalar.
  mutating func reportMergedScalar(at mark: yaml_mark_t) {
    reportInvalidMerge("a single value", at: mark)
    if role == .mergeValue { role = .key }
  }

  private mutating func reportInvalidMerge(_ found: String, at mark: yaml_mark_t) {
    report(
      .invalidMerge,
      "expected the alias of a map, or a list of such aliases, after \"<<\", found \(found); quote "
        + "\"<<\" to use it as a key",
      at: mark
    )
  }

  /// Skips an invalid alias; in place of a value, appends null.
  private mutating func skipAlias() {
    switch role {
    case .key: role = .discardedValue
    case .mergeValue: role = .key
    case .mergeElement: break
    default:
      builder.appendNull()
      endValue()
    }
  }
}
