import TaneCore

extension FixtureTag {
  static let time = [
    FixtureTag(
      "!now",
      "nothing, a duration, or a map with \"at\" and \"as\"",
      "!now -2h30m",
      scalar: { evaluator, use throws(Diagnostic) in
        evaluator.date(use, below: "now", as: nil)
      }
    ),
    FixtureTag(
      "!today",
      "nothing, a duration, or a map with \"at\" and \"as\"",
      "!today +3d",
      scalar: { evaluator, use throws(Diagnostic) in
        evaluator.date(use, below: "today", as: "yyyy-MM-dd")
      }
    ),
    FixtureTag(
      "!date",
      "a date, or a map with \"at\" and \"as\"",
      "!date next friday 18:00 Asia/Tokyo",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.date(use, below: nil, as: nil) }
    ),
  ]
}

extension FixtureEvaluator {
  /// Returns the date of a tag.
  ///
  /// - Parameters:
  ///   - use: The use of the tag.
  ///   - base: The date to which the argument, a duration, is added, or nil if the argument is a
  ///     date.
  ///   - form: The default form of the date.
  /// - Returns: The date, or nil if it is invalid; an invalid date is reported.
  fileprivate func date(_ use: FixtureTag.Use, below base: String?, as form: String?)
    -> FixtureScalar?
  {
    var (at, chosen) = (use.argument as Tree?, nil as Tree?)
    if use.argument.kind == .map, use.argument.tag == .none {
      let required = base == nil ? ["at"] : []
      let optional = base == nil ? ["as"] : ["at", "as"]
      guard let arguments = FixtureArguments(use, self, required: required, optional: optional)
      else { return nil }
      (at, chosen) = (arguments["at"], arguments["as"])
    }
    guard var words = words(at.flatMap(Self.scalarText) ?? "", at: at?.position, use) else {
      return nil
    }
    guard at?.isNull != false || !words.isEmpty, base != nil || !words.isEmpty else {
      reportMisuse(use)
      return nil
    }
    if let base {
      guard words.isEmpty || FixtureDuration(words) != nil else {
        report(
          .invalidDate,
          "\"\(words.escapingControls)\" after \(use.tag.name) is not a duration; expected "
            + "\(FixtureDuration.expectation)",
          at: at?.position
        )
        return nil
      }
      words = words.isEmpty || "+-".contains(words.prefix(1)) ? words : "+\(words)"
      words = "\(base) \(words)"
    }
    guard let instant = instant(words, at: at?.position ?? use.node.position) else {
      return nil
    }
    return formattedInstant(instant, as: chosen, otherwise: form, use)
  }

  /// Returns the time of a date string, or reports a finding and returns nil if it is invalid.
  func instant(_ tree: Tree, _ use: FixtureTag.Use) -> FixtureInstant? {
    words(tree.string ?? "", at: tree.position, use).flatMap { instant($0, at: tree.position) }
  }

  /// Returns the words of a date, with counters replaced if the tag is inside a `!repeat`, or
  /// reports a finding and returns nil if the template is invalid.
  private func words(_ text: String, at position: SourcePosition?, _ use: FixtureTag.Use) -> String?
  {
    use.counters.isEmpty ? text : expandedTemplate(text, use.counters, at: position)
  }

  private func instant(_ words: String, at position: SourcePosition?) -> FixtureInstant? {
    if let known = instants[words] { return known }
    do {
      var reader = FixtureDateReader(anchor: run.anchor, zone: settings.zone)
      let instant = try reader.read(words)
      if reader.isRelative { recordAnchorUse() }
      instants[words] = instant
      return instant
    } catch {
      report(.invalidDate, error.message, at: position)
      return nil
    }
  }

  /// Returns a time as a string or number, or reports a finding and returns nil if the form in `as`
  /// is unknown.
  func formattedInstant(
    _ instant: FixtureInstant,
    as chosen: Tree?,
    otherwise form: String? = nil,
    _ use: FixtureTag.Use
  ) -> FixtureScalar? {
    let form = chosen.map { $0.string ?? "" } ?? form ?? (usesTimestamps ? "timestamp" : "iso")
    switch form {
    case "iso": return .text(instant.iso)
    case "timestamp" where usesTimestamps: return .text(instant.iso, .timestamp)
    case "seconds": return .integer(instant.seconds)
    case "milliseconds": return .integer(instant.seconds * 1000)
    default:
      if let text = instant.text(pattern: form) { return .text(text) }
      report(
        .invalidExpression,
        "\"as\" of \(use.tag.name) must be \"iso\", \"seconds\", "
          + "\"milliseconds\"\(usesTimestamps ? ", \"timestamp\"" : "") or a pattern of yyyy, MM, "
          + "dd, HH, mm and ss, not \(chosen.map(Self.description) ?? "nothing")",
        at: chosen?.position ?? use.node.position
      )
      return nil
    }
  }
}
