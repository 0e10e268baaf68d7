package import TaneCore

/// The content that an interactive page adds to each difference: a column with the last seeded
/// value, and HTML below the values.
package protocol DifferenceAnnotations {
  /// Returns the last seeded value as text, or nil if none was recorded.
  func lastSeed(at address: Address) -> String?

  /// Returns an address for display, with masked keys replaced.
  func shown(_ address: Address) -> String

  /// Returns true if the values of a change at an address are masked and must not be shown.
  func hides(_ change: Change?, at address: Address) -> Bool

  /// Returns HTML for the end of an article; `position` is the value's position in a fixture.
  func html(
    below address: Address,
    isExtra: Bool,
    at position: SourcePosition?
  ) -> String
}
