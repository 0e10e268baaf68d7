import TaneCore

extension FixtureTag {
  static let references = [
    FixtureTag(
      "!ref",
      "an address in the fixtures, with #field for a field's value, or a map with \"to\" and "
        + "\"of\"",
      "!ref users:/users/u1#name"
    ) { evaluator, use throws(Diagnostic) in evaluator.deferReference(use) },
    FixtureTag(
      "!url",
      "the address of an object in the fixtures, or a map with \"object\" and \"as\" (gs or "
        + "download)",
      "!url images:/logo.png"
    ) { evaluator, use throws(Diagnostic) in evaluator.deferURL(use) },
  ]
}

// The target of a reference may be in another file: `FixtureReferences` resolves it after all files
// are read.
extension FixtureEvaluator {
  fileprivate func deferReference(_ use: FixtureTag.Use) {
    var (address, place) = (use.argument as Tree?, use.place)
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["to"], optional: ["of"])
      else { return append(nil, of: use) }
      address = arguments["to"]
      if arguments["of"] != nil {
        guard let sibling = arguments.siblingPlace() else { return append(nil, of: use) }
        place = sibling
      }
    }
    deferTag(use.tag.name, text(address, of: use), place, use)
  }

  fileprivate func deferURL(_ use: FixtureTag.Use) {
    var (address, tag) = (use.argument as Tree?, use.tag.name)
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["object"], optional: ["as"])
      else { return append(nil, of: use) }
      address = arguments["object"]
      let form = arguments["as"].map { $0.string ?? "" } ?? "gs"
      guard ["gs", "download"].contains(form) else {
        arguments.report("as", "gs or download")
        return append(nil, of: use)
      }
      if form == "download" { tag = FixtureReferences.downloadTag }
    }
    deferTag(tag, text(address, of: use), use.place, use)
  }

  private func deferTag(
    _ tag: String,
    _ text: String?,
    _ place: LocationHash,
    _ use: FixtureTag.Use
  ) {
    guard let text else { return append(nil, of: use) }
    recordReference()
    builder.setPosition(of: use.node)
    builder.beginMap(tag: .expression)
    builder.setKey(tag)
    builder.append(text)
    builder.setKey(FixtureReferences.placeKey)
    builder.append(Int64(bitPattern: place.part("ref").hash))
    builder.endContainer()
  }
}
