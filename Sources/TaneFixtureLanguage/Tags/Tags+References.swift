import TaneCore

extension FixtureTag {
  static let references = [
    FixtureTag(
      "!ref",
      "an address of the fixtures, with #field for a field's value",
      "!ref users:/users/u1#name"
    ) { evaluator, use throws(Diagnostic) in evaluator.deferReference(use) },
    FixtureTag(
      "!url",
      "the address of an object of the fixtures, or a map of object and as (gs or download)",
      "!url images:/logo.png"
    ) { evaluator, use throws(Diagnostic) in evaluator.deferReference(use) },
  ]
}

extension FixtureEvaluator {
  /// Leaves a tag for `FixtureReferences`, its counters replaced: what it refers to may be in another file.
  fileprivate func deferReference(_ use: FixtureTag.Use) {
    builder.setPlace(of: use.node)
    var (address, form) = (use.argument as Tree?, nil as String?)
    if use.tag.name == "!url", use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["object"], optional: ["as"])
      else { return builder.appendNull() }
      address = arguments["object"]
      if let node = arguments["as"] {
        guard let text = node.string, ["gs", "download"].contains(text) else {
          arguments.report("as", "gs or download")
          return builder.appendNull()
        }
        form = text
      }
    }
    guard let text = text(address, of: use) else { return builder.appendNull() }
    noteReference()
    builder.setPlace(of: use.node)
    builder.beginMap(tag: .expression)
    builder.setKey(form == "download" ? FixtureReferences.downloadTag : use.tag.name)
    builder.append(text)
    builder.endContainer()
  }
}
