public import TaneCore

/// An error thrown when an environment does not match its fixtures, with the full difference.
public struct UnexpectedDifference: Error, Sendable {
  /// The name of the environment.
  package let environment: String
  /// The fixture sets; later sets override earlier ones.
  package let sets: [String]
  /// The difference between the environment and its fixtures.
  public let difference: Difference
}

extension UnexpectedDifference: CustomStringConvertible {
  /// A line that names the environment and its fixture sets, followed by the difference in the
  /// format of `tane diff`.
  public var description: String {
    "\(environment) differs from its fixtures (\(sets.joined(separator: ", "))):\n\(difference.text)"
  }
}
