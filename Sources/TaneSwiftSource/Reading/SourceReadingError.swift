/// An error from reading Swift sources, with its remedy.
public struct SourceReadingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason and the remedy, without a final period.
  public let description: String

  init(_ description: String) { self.description = description }
}
