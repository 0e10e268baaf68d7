import TaneCore

// Reads decoding settings and severities, for all mappings or for a single mapping.
extension MappingsReader {
  /// Reads the settings in a map, which override other settings.
  ///
  /// - Parameters:
  ///   - tree: The map.
  ///   - settings: The settings to override.
  ///   - place: The prefix of setting names in messages, such as `mappings.users:/users.`.
  /// - Returns: The resulting settings.
  mutating func readSettings(
    of tree: Tree,
    over settings: MappingSettings,
    _ place: String
  ) -> MappingSettings {
    var settings = settings
    if let text = optionalText(tree["decoder"], "\(place)decoder"),
      let decoder: MappingSettings.Decoder = choice(text, "decoder", at: tree["decoder"]?.position)
    {
      settings.decoder = decoder
    }
    readStrategies(tree["strategies"], "\(place)strategies", into: &settings.strategies)
    readSeverities(tree["severity"], "\(place)severity", into: &settings.severities)
    return settings
  }

  private mutating func readStrategies(
    _ tree: Tree?,
    _ setting: String,
    into strategies: inout DecodingStrategies
  ) {
    guard !entries(of: tree, setting, expected: "a map of strategies").isEmpty, let tree
    else { return }
    let known = ["keys", "dates", "data", "floats"]
    diagnostics += Diagnostic.unknownKeys(in: tree, known: known, of: setting)
    if let text = optionalText(tree["keys"], "\(setting).keys"),
      let keys: DecodingStrategies.Keys =
        choice(text, "strategy for keys", at: tree["keys"]?.position)
    {
      strategies.keys = keys
    }
    if let text = optionalText(tree["data"], "\(setting).data"),
      let data: DecodingStrategies.BinaryData =
        choice(text, "strategy for data", at: tree["data"]?.position)
    {
      strategies.data = data
    }
    if let dates = readDates(tree["dates"], "\(setting).dates") { strategies.dates = dates }
    if let floats = readFloats(tree["floats"], "\(setting).floats") { strategies.floats = floats }
  }

  private mutating func readDates(_ tree: Tree?, _ setting: String) -> DecodingStrategies.Dates? {
    guard let tree, !tree.isNull else { return nil }
    if tree.kind == .map {
      diagnostics += Diagnostic.unknownKeys(in: tree, known: ["formatted"], of: setting)
      guard let format = tree["formatted"], !format.isNull else {
        guard tree.children.isEmpty else { return nil }
        report(.missingValue, "\"\(setting)\" is empty", at: tree.position)
        return nil
      }
      return text(format, "\(setting).formatted").map { .formatted($0) }
    }
    guard tree.kind == .string else {
      let expected = "the name of a strategy or a map with a format"
      report(.wrongType(of: setting, expected: expected, found: tree))
      return nil
    }
    guard let text = text(tree, setting) else { return nil }
    if let dates = DecodingStrategies.Dates.named[text] { return dates }
    let known = DecodingStrategies.Dates.names
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a strategy for dates (known: "
        + "\(known.joined(separator: ", ")), { formatted: \"yyyy-MM-dd\" })"
        + Suggestion.clause(for: text, among: known),
      at: tree.position
    )
    return nil
  }

  private mutating func readFloats(_ tree: Tree?, _ setting: String) -> DecodingStrategies.Floats? {
    guard let tree, !tree.isNull else { return nil }
    if tree.string == "throw" { return .throw }
    let names = ["positiveInfinity", "negativeInfinity", "nan"]
    guard tree.kind == .map else {
      let found = tree.string.map { "\"\($0.escapingControls)\"" } ?? tree.kind.withArticle
      report(
        tree.kind == .string ? .invalidValue : .wrongType,
        "expected \"throw\" for \"\(setting)\", or a map with the strings for "
          + "\(names.joined(separator: ", ")), found \(found)",
        at: tree.position
      )
      return nil
    }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: names, of: setting)
    let texts = names.map { name -> String? in
      guard let entry = tree[name], !entry.isNull else {
        report(.missingValue, "\"\(setting)\" has no string for \(name)", at: tree.position)
        return nil
      }
      return text(entry, "\(setting).\(name)")
    }
    guard let positive = texts[0], let negative = texts[1], let nan = texts[2] else { return nil }
    return .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
  }

  private mutating func readSeverities(
    _ tree: Tree?,
    _ setting: String,
    into severities: inout [DiagnosticCode: MappingSettings.ConfiguredSeverity]
  ) {
    let expected = "a map from findings to \"error\", \"warning\", \"note\" or \"ignore\""
    for entry in entries(of: tree, setting, expected: expected) {
      let name = entry.key ?? ""
      let isKnown = DiagnosticCode.configurableCodeNames.contains(name)
      if !isKnown { reportUnknownFinding(name, at: entry.keyPosition) }
      guard let text = optionalText(entry, "\(setting).\(name)"),
        let weight: MappingSettings.ConfiguredSeverity = choice(
          text,
          "severity",
          at: entry.position
        )
      else { continue }
      if isKnown { severities[DiagnosticCode(rawValue: name)] = weight }
    }
  }

  private mutating func reportUnknownFinding(_ name: String, at position: SourcePosition?) {
    report(
      .unknownKey,
      "\"\(name.escapingControls)\" is not a finding with a configurable severity (known: "
        + "\(DiagnosticCode.configurableCodeNames.joined(separator: ", ")))"
        + Suggestion.clause(for: name, among: DiagnosticCode.configurableCodeNames),
      at: position
    )
  }
}

extension DecodingStrategies.Dates {
  /// The names of the strategies without parameters.
  static let names = ["deferredToDate", "iso8601", "secondsSince1970", "millisecondsSince1970"]

  fileprivate static let named: [String: DecodingStrategies.Dates] = [
    "deferredToDate": .deferredToDate, "iso8601": .iso8601,
    "secondsSince1970": .secondsSince1970, "millisecondsSince1970": .millisecondsSince1970,
  ]
}
