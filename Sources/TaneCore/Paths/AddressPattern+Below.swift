extension AddressPattern {
  /// Returns the pattern's matches at and below a node, as patterns relative to it.
  ///
  /// The result is empty if the pattern matches nothing there, and contains several patterns if
  /// `**` can match up to the node or beyond it. A pattern that matches an ancestor covers the node
  /// and everything below it.
  package func patterns(below address: Address) -> [PathPattern] {
    relative(to: address, coversBelow: true)
  }

  /// Returns the pattern's matches at and below a node, as patterns relative to it; unlike with
  /// `patterns(below:)`, a match of one of the node's ancestors does not count.
  package func patternsMatchingExactly(below address: Address) -> [PathPattern] {
    relative(to: address, coversBelow: false)
  }

  private func relative(to address: Address, coversBelow: Bool) -> [PathPattern] {
    guard service == address.service else { return [] }
    let steps = pattern.description.split(separator: "/").map(String.init)
    let rests = Self.rests(
      of: steps[...],
      below: address.path.components[...],
      coversBelow: coversBelow
    )
    return Set(rests).map { $0.joined(separator: "/") }.sorted().map(PathPattern.init(parsing:))
  }

  private static func rests(
    of steps: ArraySlice<String>,
    below keys: ArraySlice<String>,
    coversBelow: Bool
  ) -> [ArraySlice<String>] {
    guard let key = keys.first else { return [steps] }
    guard let step = steps.first else { return coversBelow ? [steps] : [] }
    func rests(_ steps: ArraySlice<String>, _ keys: ArraySlice<String>) -> [ArraySlice<String>] {
      Self.rests(of: steps, below: keys, coversBelow: coversBelow)
    }
    switch step {
    case "**":
      return rests(steps.dropFirst(), keys) + rests(steps, keys.dropFirst())
    case "*":
      return rests(steps.dropFirst(), keys.dropFirst())
    default:
      guard TreePath.key(of: step).utf8.elementsEqual(key.utf8) else { return [] }
      return rests(steps.dropFirst(), keys.dropFirst())
    }
  }
}
