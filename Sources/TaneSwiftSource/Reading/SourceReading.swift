/// Reads Swift sources into summaries of what they declare.
///
/// `ReaderProcess` does so in a process of its own, the module `TaneSwiftReader` in this one.
public protocol SourceReading<Failure>: Sendable {
  /// Why sources cannot be read.
  associatedtype Failure: Error

  /// What files declare.
  ///
  /// - Parameter files: The files; their names do not matter.
  /// - Returns: A summary for each file, in their order.
  /// - Throws: The reason where there is no reader, or it fails.
  func summaries(of files: [SwiftFile]) throws(Failure) -> [FileSummary]
}
