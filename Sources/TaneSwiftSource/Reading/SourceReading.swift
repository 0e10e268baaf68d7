/// A reader that summarizes the declarations of Swift sources.
///
/// `ReaderProcess` parses in a separate process; tests parse in their own process.
public protocol SourceReading<Failure>: Sendable {
  /// The error that is thrown if reading fails.
  associatedtype Failure: Error

  /// Returns summaries of the declarations in files.
  ///
  /// - Parameter files: The files; their names do not matter.
  /// - Returns: A summary for each file, in the order of the files.
  /// - Throws: An error if the reader is missing or fails.
  func summaries(of files: [SwiftFile]) throws(Failure) -> [FileSummary]
}
