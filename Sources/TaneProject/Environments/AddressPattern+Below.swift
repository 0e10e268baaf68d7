public import TaneCore

extension AddressPattern {
  /// What the pattern names at and below a node, as patterns that begin there: none where it names
  /// nothing there, several where a `**` can end above the node or go on.
  public func below(_ address: Address) -> [PathPattern] {
    guard service == address.service else { return [] }
    let steps = pattern.description.split(separator: "/").map(String.init)
    let rests = Self.rests(of: steps[...], below: address.path.components[...])
    return Set(rests).map { $0.joined(separator: "/") }.sorted().map(PathPattern.init(parsing:))
  }

  private static func rests(
    of steps: ArraySlice<String>,
    below keys: ArraySlice<String>
  ) -> [ArraySlice<String>] {
    guard let key = keys.first, let step = steps.first else { return [steps] }
    switch step {
    case "**":
      return rests(of: steps.dropFirst(), below: keys) + rests(of: steps, below: keys.dropFirst())
    case "*":
      return rests(of: steps.dropFirst(), below: keys.dropFirst())
    default:
      guard PercentEncoding.decode(step).utf8.elementsEqual(key.utf8) else { return [] }
      return rests(of: steps.dropFirst(), below: keys.dropFirst())
    }
  }
}
