/// An error for a seed that stopped before its end.
public struct SeedFailure: Error {
  /// The cause: a `StoreError`, a `CancellationError`, or an error of the file system.
  public let cause: any Error
  /// The service of the failed batch; nil if the run stopped between batches.
  public let service: String?
  /// The services that were completely written.
  public let written: [String]
  /// The services that were not completely written.
  public let remaining: [String]

  /// A Boolean value indicating whether nothing was written.
  public var wroteNothing: Bool { !wroteAnything }

  /// A Boolean value indicating whether any part of the plan was applied, or may have been.
  public let wroteAnything: Bool
}
