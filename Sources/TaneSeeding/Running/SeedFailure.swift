/// A seed that stopped before its end, and what it had done by then.
public struct SeedFailure: Error {
  /// Why it stopped: a `StoreError`, a `CancellationError`, or an error of the file system.
  public let cause: any Error
  /// The service of which a batch was not made; nil where the run stopped between batches.
  public let service: String?
  /// The databases and buckets that were written to the end.
  public let written: [String]
  /// The databases and buckets that were not, or not to the end.
  public let remaining: [String]

  /// Whether nothing was written at all.
  public var wroteNothing: Bool { !wroteAnything }

  /// Whether any part of the plan was applied, a single object included, or may have been.
  public let wroteAnything: Bool
}
