/// A reader that summarizes the declarations of Swift sources.
///
/// `ReaderProcess` reads in a separate process; the tests read in their own.
public protocol SourceReading<Failure>: Sendable {
  /// The error of a failed read.
  associatedtype Failure: Error

  /// Returns the declarations of files.
  ///
  /// - Parameter files: The files; their names do not matter.
  /// - Returns: A summary for each file, in their order.
  /// - Throws: An error if the reader is missing or fails.
  func summaries(of files: [SwiftFile]) throws(Failure) -> [FileSummary]
}
