import TaneCore

extension FixtureTag {
  static let choices = [
    FixtureTag("!pick", "a list of values", "!pick [red, green, blue]") {
      evaluator,
      use throws(Diagnostic) in try evaluator.pick(use)
    },
    FixtureTag(
      "!weighted",
      "a map from strings to weights, or a list of maps with \"value\" and \"weight\"",
      "!weighted { open: 8, closed: 2 }"
    ) { evaluator, use throws(Diagnostic) in try evaluator.weighted(use) },
    FixtureTag(
      "!range",
      "a list of two numbers or dates, or a map with \"from\", \"to\", \"step\" and \"as\"",
      "!range [1, 6]",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.range(use) }
    ),
  ]
}

extension FixtureEvaluator {
  fileprivate func pick(_ use: FixtureTag.Use) throws(Diagnostic) {
    guard use.argument.kind == .list, !use.argument.children.isEmpty else {
      reportMisuse(use)
      return append(nil, of: use)
    }
    var random = RandomStream(use.place)
    let index = random.index(below: UInt64(use.argument.children.count))
    try emit(use.argument[Int(index)], use.place.part("pick"), use.counters)
  }

  fileprivate func weighted(_ use: FixtureTag.Use) throws(Diagnostic) {
    guard let choices = choices(use) else { return append(nil, of: use) }
    let total = choices.reduce(0) { $0 + $1.weight }
    guard total > 0 else {
      report(
        .invalidExpression,
        "the weights of !weighted are all zero; at least one must be greater than zero",
        at: use.node.position
      )
      return append(nil, of: use)
    }
    var random = RandomStream(use.place)
    var rest = random.index(below: total)
    let choice = choices.first { choice in
      if rest < choice.weight { return true }
      rest -= choice.weight
      return false
    }
    guard let value = choice?.value else { return append(nil, of: use) }
    if use.argument.kind == .map {
      append(.text(value.key ?? ""), of: use)
    } else {
      try emit(value, use.place.part("weighted"), use.counters)
    }
  }

  /// Returns the values of a `!weighted`, each with its weight, or reports a finding and returns
  /// nil if they are invalid.
  private func choices(_ use: FixtureTag.Use) -> [(value: Tree, weight: UInt64)]? {
    guard use.argument.kind.isContainer, use.argument.tag == .none,
      !use.argument.children.isEmpty
    else {
      reportMisuse(use)
      return nil
    }
    var choices: [(value: Tree, weight: UInt64)] = []
    for child in use.argument.children {
      let isMap = use.argument.kind == .map
      guard let value = isMap ? child : child["value"], let weight = isMap ? child : child["weight"]
      else {
        reportMisuse(use, found: Self.description(of: child), at: child.position)
        return nil
      }
      guard let number = weight.integer, (0...1_000_000_000).contains(number) else {
        report(
          .invalidExpression,
          "a weight of !weighted must be a whole number from 0 to 1,000,000,000, not"
            + " \(Self.description(of: weight))",
          at: weight.position
        )
        return nil
      }
      choices.append((value, UInt64(number)))
    }
    return choices
  }

  // MARK: Ranges

  private struct Bounds {
    let from: Tree
    let to: Tree
    var step: Tree?
    var form: Tree?
  }

  fileprivate func range(_ use: FixtureTag.Use) -> FixtureScalar? {
    guard let bounds = bounds(use) else { return nil }
    if let from = bounds.from.integer, let to = bounds.to.integer, bounds.step?.double == nil {
      return integer(from, to, bounds, use)
    }
    if let from = Self.number(bounds.from), let to = Self.number(bounds.to) {
      return double(from, to, bounds, use)
    }
    if bounds.from.string != nil, bounds.to.string != nil { return date(bounds, use) }
    reportMisuse(use)
    return nil
  }

  private func bounds(_ use: FixtureTag.Use) -> Bounds? {
    if use.argument.kind == .list, use.argument.children.count == 2 {
      return Bounds(from: use.argument[0], to: use.argument[1])
    }
    guard
      let arguments = FixtureArguments(
        use,
        self,
        required: ["from", "to"],
        optional: ["step", "as"]
      ), let from = arguments["from"], let to = arguments["to"]
    else { return nil }
    return Bounds(from: from, to: to, step: arguments["step"], form: arguments["as"])
  }

  private static func number(_ tree: Tree) -> Double? {
    tree.double ?? tree.integer.map(Double.init)
  }

  private func integer(_ from: Int64, _ to: Int64, _ bounds: Bounds, _ use: FixtureTag.Use)
    -> FixtureScalar?
  {
    let step = bounds.step.map { $0.integer ?? 0 } ?? 1
    let (span, overflow) = to.subtractingReportingOverflow(from)
    guard from <= to, step > 0, !overflow, span < .max else {
      return reportEmpty(bounds, use)
    }
    var random = RandomStream(use.place)
    return .integer(from + Int64(random.index(below: UInt64(span / step) + 1)) * step)
  }

  private func double(_ from: Double, _ to: Double, _ bounds: Bounds, _ use: FixtureTag.Use)
    -> FixtureScalar?
  {
    let step = bounds.step.map { Self.number($0) ?? 0 } ?? 0.01
    guard from.isFinite, to.isFinite, from <= to, step > 0, (to - from) / step < 1e15 else {
      return reportEmpty(bounds, use)
    }
    var random = RandomStream(use.place)
    let count = UInt64(((to - from) / step + 1e-9).rounded(.down)) + 1
    let value = from + Double(random.index(below: count)) * step
    // Rounding errors beyond the sixth decimal are removed.
    return .double((value * 1e6).rounded() / 1e6)
  }

  private func date(_ bounds: Bounds, _ use: FixtureTag.Use) -> FixtureScalar? {
    guard let from = instant(bounds.from, use), let to = instant(bounds.to, use) else { return nil }
    guard from.seconds <= to.seconds else { return reportEmpty(bounds, use) }
    var random = RandomStream(use.place)
    let offset = random.index(below: UInt64(to.seconds - from.seconds) + 1)
    return formattedInstant(
      FixtureInstant(seconds: from.seconds + Int64(offset), zone: from.zone),
      as: bounds.form,
      use
    )
  }

  private func reportEmpty(_ bounds: Bounds, _ use: FixtureTag.Use) -> FixtureScalar? {
    report(
      .invalidExpression,
      "there is no value in this !range from \(Self.description(of: bounds.from)) to "
        + "\(Self.description(of: bounds.to))"
        + (bounds.step.map { " in steps of \(Self.description(of: $0))" } ?? "")
        + "; write the lower bound first, and use a step greater than zero",
      at: use.node.position
    )
    return nil
  }
}
