extension AddressPattern {
  /// Returns the pattern's matches at and below a node, as patterns relative to the node.
  ///
  /// The result is empty if there are no matches, and has several patterns if `**` can match the
  /// node's path in several ways. A pattern that matches an ancestor covers the node and everything
  /// below it.
  package func patterns(below address: Address) -> [PathPattern] {
    relative(to: address, coversBelow: true)
  }

  /// Returns the pattern's matches at and below a node, as patterns relative to the node; unlike
  /// `patterns(below:)`, ignores a pattern that matches only an ancestor.
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
