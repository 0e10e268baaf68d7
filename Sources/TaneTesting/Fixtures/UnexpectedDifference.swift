public import TaneCore

/// The error of an expectation that an environment holds what its fixtures say: everything that differs.
public struct UnexpectedDifference: Error, Sendable {
  /// The name of the environment.
  public let environment: String
  /// The fixture sets, later over earlier.
  public let sets: [String]
  /// What differs.
  public let difference: Difference
}

extension UnexpectedDifference: CustomStringConvertible {
  /// One line that names both sides, then what differs as `tane diff` prints it.
  public var description: String {
    "\(environment) differs from its fixtures (\(sets.joined(separator: ", "))):\n\(difference.text)"
  }
}
