package import TaneCore

/// The parts that an interactive page adds to the articles of differences: a column with the value of
/// the last seed, and HTML below the values.
package protocol DifferenceAnnotations {
  /// Returns the value of the last seed, or nil if none was recorded.
  func lastSeed(at address: Address) -> String?

  /// Returns an address as it is shown; masked keys are replaced.
  func shown(_ address: Address) -> String

  /// Returns true if the values at an address are masked.
  func hides(_ change: Change?, at address: Address) -> Bool

  /// Returns HTML for the end of an article; `position` is the position in the fixtures.
  func html(
    below address: Address,
    isExtra: Bool,
    at position: SourcePosition?
  ) -> String
}
