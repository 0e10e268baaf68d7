import TaneCore

extension FixtureTag {
  static let fake = FixtureTag(
    "!fake",
    "a kind, or a map with \"kind\", \"locale\" and \"of\"",
    "!fake name"
  ) { evaluator, use throws(Diagnostic) in evaluator.fake(use) }
}

extension FixtureEvaluator {
  private struct Request {
    var kind: String
    var kindNode: Tree
    var locale: FakeLocale
    var place: LocationHash
  }

  fileprivate func fake(_ use: FixtureTag.Use) {
    guard let request = request(use) else { return append(nil, of: use) }
    guard let kind = FakeData(rawValue: request.kind) else {
      let kinds = FakeData.allCases.map(\.rawValue)
      report(
        .invalidExpression,
        "unknown !fake kind \"\(request.kind.escapingControls)\" (known: "
          + "\(kinds.joined(separator: ", ")))"
          + Suggestion.clause(for: request.kind, among: kinds),
        at: request.kindNode.position
      )
      return append(nil, of: use)
    }
    // All kinds use the same numbers, so that values of the same person or place match.
    var random = RandomStream(request.place.part("fake"))
    guard kind == .coordinates else {
      return append(kind.value(request.locale, &random), of: use)
    }
    let (latitude, longitude) = kind.coordinates(request.locale, &random)
    builder.setPosition(of: use.node)
    builder.beginMap(tag: usesTimestamps ? .geopoint : .none)
    builder.setKey("latitude")
    builder.append(latitude)
    builder.setKey("longitude")
    builder.append(longitude)
    builder.endContainer()
  }

  private func request(_ use: FixtureTag.Use) -> Request? {
    guard use.argument.kind == .map, use.argument.tag == .none else {
      guard let text = text(use.argument, of: use) else { return nil }
      let words = text.split(separator: " ").map(String.init)
      // The language may precede the kind: `!fake ja name`.
      guard words.count < 3, let kind = words.last else {
        reportMisuse(use)
        return nil
      }
      guard let locale = words.count == 2 ? FakeLocale(rawValue: words[0]) : settings.locale else {
        reportUnknownLocale(words[0], at: use.argument.position)
        return nil
      }
      return Request(kind: kind, kindNode: use.argument, locale: locale, place: use.place)
    }
    guard
      let arguments = FixtureArguments(
        use,
        self,
        required: ["kind"],
        optional: ["locale", "of"]
      ), let kindNode = arguments["kind"], let kind = text(kindNode, of: use)
    else { return nil }
    var request = Request(
      kind: kind,
      kindNode: kindNode,
      locale: settings.locale,
      place: use.place
    )
    if let node = arguments["locale"] {
      guard let locale = FakeLocale(rawValue: node.string ?? "") else {
        reportUnknownLocale(Self.scalarText(node) ?? "", at: node.position)
        return nil
      }
      request.locale = locale
    }
    if arguments["of"] != nil {
      guard let place = arguments.siblingPlace() else { return nil }
      request.place = place
    }
    return request
  }

  private func reportUnknownLocale(_ name: String, at position: SourcePosition?) {
    let known = FakeLocale.allCases.map(\.rawValue)
    report(
      .invalidExpression,
      "unknown !fake language \"\(name.escapingControls)\" (known: "
        + "\(known.joined(separator: ", ")))"
        + Suggestion.clause(for: name, among: known),
      at: position
    )
  }
}
