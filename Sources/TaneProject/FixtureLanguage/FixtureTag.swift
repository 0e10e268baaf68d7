package import TaneCore

/// A tag of the fixture language: its expected argument and its evaluation.
package struct FixtureTag: Sendable {
  /// An occurrence of a tag in the evaluated tree.
  struct Use {
    let tag: FixtureTag
    let argument: Tree
    /// The node of the tag and its argument, with the tag's position.
    let node: Tree
    let place: LocationHash
    let counters: FixtureCounters
  }

  /// The tag as written in files, such as `!now`.
  let name: String
  /// The expected argument, for messages.
  let expectation: String
  /// An example, for messages.
  let example: String
  /// A closure that evaluates a use of the tag and appends the value.
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

  /// Creates a tag whose value is a scalar; the closure reports a finding and returns nil if the
  /// tag cannot be evaluated.
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
  /// All tags available in every set.
  static let all: [FixtureTag] =
    files + time + names + choices + generators + [fake, image, priority] + references + layers

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// Returns the tag with the given name, or nil for a tag that a set defines.
  static func named(_ name: String) -> FixtureTag? { byName[name] }
}

package enum FixtureScalar {
  case text(String, NodeTag = .none)
  case integer(Int64)
  case double(Double)
}
