/// An error indicating that a seed stopped before completion.
package struct SeedFailure: Error {
  /// The cause: a `StoreError`, a `CancellationError`, or an error from the file system.
  package let cause: any Error
  /// The service of the failed batch, or nil if the run stopped between batches.
  package let service: String?
  /// The services that were completely written.
  package let written: [String]
  /// The services that were not completely written.
  package let remaining: [String]

  /// A Boolean value indicating whether nothing was written.
  package var wroteNothing: Bool { !wroteAnything }

  /// A Boolean value indicating whether any part of the plan was applied, or may have been.
  package let wroteAnything: Bool
}
