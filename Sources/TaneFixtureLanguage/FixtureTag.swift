package import TaneCore

/// A tag of the fixture language: what must stand behind it, and what it makes of that.
package struct FixtureTag: Sendable {
  /// A value with a tag, in the tree that is evaluated.
  struct Use {
    let tag: FixtureTag
    /// What stands behind the tag.
    let argument: Tree
    /// The tag and its argument; its position is that of the tag.
    let node: Tree
    let place: FixturePlace
    let counters: FixtureCounters
  }

  /// The tag as files spell it: `!now`.
  let name: String
  /// What must stand behind it, for messages.
  let expectation: String
  /// A use of it, for messages.
  let example: String
  /// Appends the one value that a use stands for.
  let evaluate: @Sendable (FixtureEvaluator, Use) throws(Diagnostic) -> Void

  init(
    _ name: String,
    _ expectation: String,
    _ example: String,
    _ evaluate: @escaping @Sendable (FixtureEvaluator, Use) throws(Diagnostic) -> Void
  ) {
    (self.name, self.expectation, self.example) = (name, expectation, example)
    self.evaluate = evaluate
  }

  /// Creates a tag that makes one value without children; nil with a finding where it cannot.
  init(
    _ name: String,
    _ expectation: String,
    _ example: String,
    scalar: @escaping @Sendable (FixtureEvaluator, Use) throws(Diagnostic) -> FixtureScalar?
  ) {
    self.init(name, expectation, example) { evaluator, use throws(Diagnostic) in
      evaluator.append(try scalar(evaluator, use), of: use)
    }
  }
}

extension FixtureTag {
  /// All tags that every set has.
  static let all: [FixtureTag] =
    files + time + names + choices + generators + [fake, image, priority] + references + layers

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The tag of a name; nil for one that a set defines itself.
  static func named(_ name: String) -> FixtureTag? { byName[name] }
}

/// A value without children that a tag makes.
package enum FixtureScalar {
  case text(String, NodeTag = .none)
  case integer(Int64)
  case double(Double)
}
